//! A module's tree as bytes that are the same for equal trees, and for no others.
//!
//! Every node is its kind, what it holds beside other nodes, those nodes, and an end. What `CPython`'s tree does not tell
//! apart is written in one way: an `elif` as an `if` in an `else`, keywords behind arguments, parts of strings as one.

use ruff_python_ast::visitor::source_order::{
    SourceOrderVisitor, TraversalSignal, walk_expr, walk_pattern, walk_stmt,
};
use ruff_python_ast::{AnyNodeRef, Arguments, Expr, Pattern, PatternArguments, Stmt, StmtIf};

use super::names::LocalNames;
use super::nodes;
use crate::parse::Module;

/// Stack that a step of the walk may need, and how much is added when less is left, in bytes.
const STEP: usize = 128 << 10;
const MORE: usize = 2 << 20;

const OPEN: u8 = 1;
const CLOSE: u8 = 2;

/// Writes nodes.
pub(super) struct Writer<'a> {
    bytes: Vec<u8>,
    pub(super) source: &'a str,
    names: LocalNames<'a>,
}

impl<'a> Writer<'a> {
    /// The bytes of a module.
    pub(super) fn write(module: &'a Module, names: LocalNames<'a>) -> Vec<u8> {
        let mut writer = Self { bytes: Vec::new(), source: module.source(), names };
        writer.visit_body(&module.parsed().syntax().body);
        writer.bytes
    }

    /// Begins a node of a kind.
    pub(super) fn open(&mut self, node: AnyNodeRef) {
        self.bytes.extend([OPEN, node.kind() as u8]);
    }

    /// Ends the node that was begun last.
    pub(super) fn close(&mut self) {
        self.bytes.push(CLOSE);
    }

    /// A number.
    pub(super) fn number(&mut self, number: usize) {
        self.bytes.extend((number as u64).to_le_bytes());
    }

    /// A truth.
    pub(super) fn flag(&mut self, flag: bool) {
        self.bytes.push(u8::from(flag));
    }

    /// A text, whatever is in it.
    pub(super) fn text(&mut self, text: &[u8]) {
        self.number(text.len());
        self.bytes.extend(text);
    }

    /// A text that may be absent.
    pub(super) fn maybe(&mut self, text: Option<&str>) {
        self.flag(text.is_some());
        self.text(text.unwrap_or_default().as_bytes());
    }

    /// A name that may be a local one, said by a node.
    pub(super) fn name(&mut self, node: AnyNodeRef, name: &'a str) {
        let number = self.names.number(node, name);
        self.flag(number.is_some());
        if let Some(number) = number {
            self.number(number);
            let is_fixed = matches!(node, AnyNodeRef::Parameter(_)) && self.names.is_keyword(name);
            self.maybe(is_fixed.then_some(name));
        } else {
            self.text(name.as_bytes());
        }
    }

    /// An `if` with each `elif` in the `else` before it.
    fn conditional(&mut self, node: &'a StmtIf) {
        let mut ends = 1;
        self.open(AnyNodeRef::from(node));
        self.visit_expr(&node.test);
        self.number(node.body.len());
        self.visit_body(&node.body);
        for clause in &node.elif_else_clauses {
            if let Some(test) = &clause.test {
                ends += 1;
                self.open(AnyNodeRef::from(node));
                self.visit_expr(test);
                self.number(clause.body.len());
            }
            self.visit_body(&clause.body);
        }
        (0..ends).for_each(|_| self.close());
    }
}

impl<'a> SourceOrderVisitor<'a> for Writer<'a> {
    fn enter_node(&mut self, node: AnyNodeRef<'a>) -> TraversalSignal {
        if nodes::is_transparent(node) {
            return TraversalSignal::Traverse;
        }
        self.open(node);
        nodes::write(self, node);
        TraversalSignal::Traverse
    }

    fn leave_node(&mut self, node: AnyNodeRef<'a>) {
        if !nodes::is_transparent(node) {
            self.close();
        }
    }

    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        stacker::maybe_grow(STEP, MORE, || match stmt {
            Stmt::If(node) => self.conditional(node),
            other => walk_stmt(self, other),
        });
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        stacker::maybe_grow(STEP, MORE, || match expr {
            Expr::FString(node) => self.f_string(node),
            // Written whole, with no nodes inside.
            Expr::StringLiteral(_) | Expr::BytesLiteral(_) => {
                let node = AnyNodeRef::from(expr);
                self.open(node);
                nodes::write(self, node);
                self.close();
            }
            other => walk_expr(self, other),
        });
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        stacker::maybe_grow(STEP, MORE, || walk_pattern(self, pattern));
    }

    fn visit_arguments(&mut self, arguments: &'a Arguments) {
        arguments.args.iter().for_each(|argument| self.visit_expr(argument));
        arguments.keywords.iter().for_each(|keyword| self.visit_keyword(keyword));
    }

    fn visit_pattern_arguments(&mut self, arguments: &'a PatternArguments) {
        arguments.patterns.iter().for_each(|pattern| self.visit_pattern(pattern));
        arguments.keywords.iter().for_each(|keyword| self.visit_pattern_keyword(keyword));
    }
}
