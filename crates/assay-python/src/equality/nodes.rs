//! What each kind of node holds beside other nodes.

use ruff_python_ast::{AnyNodeRef, Number, Parameters, Singleton};

use super::writer::Writer;
use crate::constants::{text_of, whole};
use crate::definition::bound_by_import;

/// Whether a node is none in `CPython`'s tree, and what is in it stands where it does.
pub(super) fn is_transparent(node: AnyNodeRef) -> bool {
    matches!(node, AnyNodeRef::Arguments(_) | AnyNodeRef::Identifier(_) | AnyNodeRef::PatternArguments(_))
}

/// Writes what a node holds.
pub(super) fn write<'a>(writer: &mut Writer<'a>, node: AnyNodeRef<'a>) {
    if !statement(writer, node) && !expression(writer, node) {
        other(writer, node);
    }
}

fn statement<'a>(writer: &mut Writer<'a>, node: AnyNodeRef<'a>) -> bool {
    match node {
        AnyNodeRef::StmtFunctionDef(function) => {
            writer.flag(function.is_async);
            writer.name(node, &function.name.id);
            writer.flag(function.returns.is_some());
        }
        AnyNodeRef::StmtClassDef(class) => writer.name(node, &class.name.id),
        AnyNodeRef::StmtAnnAssign(assignment) => writer.flag(assignment.simple),
        AnyNodeRef::StmtAugAssign(assignment) => writer.text(assignment.op.as_str().as_bytes()),
        AnyNodeRef::StmtFor(each) => {
            writer.flag(each.is_async);
            writer.number(each.body.len());
        }
        AnyNodeRef::StmtWhile(repeated) => writer.number(repeated.body.len()),
        AnyNodeRef::StmtWith(with) => writer.flag(with.is_async),
        AnyNodeRef::StmtTry(attempt) => {
            writer.flag(attempt.is_star);
            for body in [&attempt.body, &attempt.orelse, &attempt.finalbody] {
                writer.number(body.len());
            }
        }
        AnyNodeRef::StmtImportFrom(import) => {
            writer.maybe(import.module.as_ref().map(|module| module.id.as_str()));
            writer.number(import.level as usize);
        }
        AnyNodeRef::StmtGlobal(global) => {
            global.names.iter().for_each(|name| writer.name(node, &name.id));
        }
        AnyNodeRef::StmtNonlocal(nonlocal) => {
            nonlocal.names.iter().for_each(|name| writer.name(node, &name.id));
        }
        _ => return false,
    }
    true
}

fn expression<'a>(writer: &mut Writer<'a>, node: AnyNodeRef<'a>) -> bool {
    match node {
        AnyNodeRef::ExprBoolOp(operation) => writer.text(operation.op.as_str().as_bytes()),
        AnyNodeRef::ExprBinOp(operation) => writer.text(operation.op.as_str().as_bytes()),
        AnyNodeRef::ExprUnaryOp(operation) => writer.text(operation.op.as_str().as_bytes()),
        AnyNodeRef::ExprCompare(comparison) => {
            comparison.ops.iter().for_each(|operator| writer.text(operator.as_str().as_bytes()));
        }
        AnyNodeRef::ExprDict(dict) => {
            writer.number(dict.items.len());
            dict.items.iter().for_each(|item| writer.flag(item.key.is_some()));
        }
        AnyNodeRef::ExprName(name) => writer.name(node, &name.id),
        AnyNodeRef::ExprAttribute(attribute) => writer.text(attribute.attr.id.as_bytes()),
        AnyNodeRef::ExprSlice(slice) => {
            for bound in [&slice.lower, &slice.upper, &slice.step] {
                writer.flag(bound.is_some());
            }
        }
        AnyNodeRef::ExprStringLiteral(literal) => {
            let first = literal.value.iter().next();
            writer.flag(first.is_some_and(|part| part.flags.prefix().is_unicode()));
            let text = text_of(literal, writer.source);
            writer.text(&text);
        }
        AnyNodeRef::ExprBytesLiteral(literal) => {
            let bytes: Vec<u8> = literal.value.bytes().collect();
            writer.text(&bytes);
        }
        AnyNodeRef::ExprBooleanLiteral(literal) => writer.flag(literal.value),
        AnyNodeRef::ExprNumberLiteral(literal) => match &literal.value {
            Number::Int(int) => {
                let digits = whole(int, &writer.source[literal.range]);
                writer.text(b"int");
                writer.number(digits.len());
                for digit in digits {
                    writer.number(digit as usize);
                }
            }
            Number::Float(real) => {
                writer.text(b"float");
                writer.text(&real.to_le_bytes());
            }
            Number::Complex { real, imag } => {
                writer.text(b"complex");
                writer.text(&real.to_le_bytes());
                writer.text(&imag.to_le_bytes());
            }
        },
        _ => return false,
    }
    true
}

fn other<'a>(writer: &mut Writer<'a>, node: AnyNodeRef<'a>) {
    match node {
        AnyNodeRef::Parameters(all) => parameters(writer, all),
        AnyNodeRef::Parameter(parameter) => writer.name(node, &parameter.name.id),
        AnyNodeRef::Keyword(keyword) => writer.maybe(keyword.arg.as_ref().map(|name| name.id.as_str())),
        AnyNodeRef::Comprehension(clause) => writer.flag(clause.is_async),
        AnyNodeRef::ExceptHandlerExceptHandler(handler) => {
            maybe_name(writer, node, handler.name.as_ref().map(|name| name.id.as_str()));
        }
        AnyNodeRef::Alias(alias) => {
            writer.text(alias.name.id.as_bytes());
            writer.flag(alias.asname.is_some());
            writer.name(node, bound_by_import(alias));
        }
        AnyNodeRef::PatternMatchSingleton(pattern) => writer.number(match pattern.value {
            Singleton::None => 0,
            Singleton::True => 1,
            Singleton::False => 2,
        }),
        AnyNodeRef::PatternMatchMapping(pattern) => {
            maybe_name(writer, node, pattern.rest.as_ref().map(|name| name.id.as_str()));
        }
        AnyNodeRef::PatternKeyword(keyword) => writer.text(keyword.attr.id.as_bytes()),
        AnyNodeRef::PatternMatchStar(pattern) => {
            maybe_name(writer, node, pattern.name.as_ref().map(|name| name.id.as_str()));
        }
        AnyNodeRef::PatternMatchAs(pattern) => {
            maybe_name(writer, node, pattern.name.as_ref().map(|name| name.id.as_str()));
        }
        AnyNodeRef::TypeParamTypeVar(parameter) => {
            writer.text(parameter.name.id.as_bytes());
            writer.flag(parameter.bound.is_some());
        }
        AnyNodeRef::TypeParamTypeVarTuple(parameter) => writer.text(parameter.name.id.as_bytes()),
        AnyNodeRef::TypeParamParamSpec(parameter) => writer.text(parameter.name.id.as_bytes()),
        _ => {}
    }
}

fn maybe_name<'a>(writer: &mut Writer<'a>, node: AnyNodeRef<'a>, name: Option<&'a str>) {
    writer.flag(name.is_some());
    if let Some(name) = name {
        writer.name(node, name);
    }
}

/// Which parameters there are; they follow as nodes.
fn parameters(writer: &mut Writer, all: &Parameters) {
    for some in [&all.posonlyargs, &all.args, &all.kwonlyargs] {
        writer.number(some.len());
    }
    writer.flag(all.vararg.is_some());
    writer.flag(all.kwarg.is_some());
}
