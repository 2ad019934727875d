//! f-strings: their parts joined, as `CPython` 3.11 joins them.

use ruff_python_ast::visitor::source_order::SourceOrderVisitor;
use ruff_python_ast::{
    AnyNodeRef, ConversionFlag, ExprFString, FStringPart, InterpolatedElement, InterpolatedStringElement,
};

use super::writer::Writer;
use crate::constants::exact;

/// What stands between two expressions of an f-string, until the next one comes.
#[derive(Default)]
struct Between {
    text: Vec<u8>,
    /// Whether the whole string begins with `u`.
    is_unicode: bool,
}

impl<'a> Writer<'a> {
    /// An f-string with all strings beside it.
    pub(super) fn f_string(&mut self, node: &'a ExprFString) {
        self.open(AnyNodeRef::from(node));
        let is_unicode = matches!(
            node.value.iter().next(), Some(FStringPart::Literal(first)) if first.flags.prefix().is_unicode()
        );
        let mut between = Between { is_unicode, ..Between::default() };
        for part in &node.value {
            match part {
                FStringPart::Literal(literal) => {
                    let is_raw = literal.flags.prefix().is_raw();
                    between.text.extend(&*exact(&literal.value, &self.source[literal.range], is_raw));
                }
                FStringPart::FString(string) => {
                    let is_raw = string.flags.prefix().is_raw();
                    self.elements(&string.elements, is_raw, &mut between);
                }
            }
        }
        self.flush(&mut between);
        self.close();
    }

    fn elements(&mut self, elements: &'a [InterpolatedStringElement], is_raw: bool, between: &mut Between) {
        for element in elements {
            match element {
                InterpolatedStringElement::Literal(literal) => {
                    let written = &self.source[literal.range];
                    between.text.extend(&*exact(&literal.value, written, is_raw));
                }
                InterpolatedStringElement::Interpolation(element) => self.element(element, is_raw, between),
            }
        }
    }

    fn element(&mut self, element: &'a InterpolatedElement, is_raw: bool, between: &mut Between) {
        let mut conversion = element.conversion;
        if let Some(debug) = &element.debug_text {
            between.text.extend(debug.as_str().as_bytes());
            if conversion == ConversionFlag::None && element.format_spec.is_none() {
                conversion = ConversionFlag::Repr;
            }
        }
        self.flush(between);
        self.open(AnyNodeRef::from(element));
        self.number(usize::from(conversion.to_byte().unwrap_or_default()));
        self.flag(element.format_spec.is_some());
        self.visit_expr(&element.expression);
        if let Some(format) = &element.format_spec {
            let mut inner = Between { is_unicode: between.is_unicode, ..Between::default() };
            self.elements(&format.elements, is_raw, &mut inner);
            self.flush(&mut inner);
        }
        self.close();
    }

    /// Writes the text so far, if there is any.
    fn flush(&mut self, between: &mut Between) {
        if !between.text.is_empty() {
            // No node begins with this.
            self.number(usize::MAX);
            self.flag(between.is_unicode);
            self.text(&between.text);
            between.text.clear();
        }
    }
}
