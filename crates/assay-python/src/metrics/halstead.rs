//! Halstead's measures.

use std::collections::HashSet;

use ruff_python_ast::{AnyNodeRef, CmpOp, Expr, UnaryOp};

use super::operands::Operand;
use crate::semantics::{Branch, NodeId, Tree};

/// Halstead's counts of a module or a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Halstead {
    /// Kinds of operators, η₁. Only arithmetic, comparisons and `and`, `or`, `not` are operators.
    pub distinct_operators: usize,
    /// Different operands, η₂.
    pub distinct_operands: usize,
    /// Operators, N₁.
    pub operators: usize,
    /// Operands, N₂.
    pub operands: usize,
}

impl Halstead {
    /// η = η₁ + η₂.
    #[must_use]
    pub fn vocabulary(&self) -> usize {
        self.distinct_operators + self.distinct_operands
    }

    /// N = N₁ + N₂.
    #[must_use]
    pub fn length(&self) -> usize {
        self.operators + self.operands
    }

    /// η₁ log₂ η₁ + η₂ log₂ η₂; 0 where one of them is.
    #[must_use]
    pub fn calculated_length(&self) -> f64 {
        if self.distinct_operators == 0 || self.distinct_operands == 0 {
            return 0.0;
        }
        let term = |count: usize| count as f64 * (count as f64).log2();
        term(self.distinct_operators) + term(self.distinct_operands)
    }

    /// V = N log₂ η, in bits; 0 where there is nothing.
    #[must_use]
    pub fn volume(&self) -> f64 {
        match self.vocabulary() {
            0 => 0.0,
            vocabulary => self.length() as f64 * (vocabulary as f64).log2(),
        }
    }

    /// D = η₁ ÷ 2 × N₂ ÷ η₂; 0 where there are no operands.
    #[must_use]
    pub fn difficulty(&self) -> f64 {
        if self.distinct_operands == 0 {
            return 0.0;
        }
        (self.distinct_operators * self.operands) as f64 / (2 * self.distinct_operands) as f64
    }

    /// E = D × V.
    #[must_use]
    pub fn effort(&self) -> f64 {
        self.difficulty() * self.volume()
    }

    /// E ÷ 18, in seconds.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.effort() / 18.0
    }

    /// V ÷ 3,000, an estimate of the number of faults.
    #[must_use]
    pub fn bugs(&self) -> f64 {
        self.volume() / 3_000.0
    }
}

/// Halstead's counts of a module and of its functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HalsteadCounts {
    /// Of everything, heads of functions left out.
    pub total: Halstead,
    /// Of each function or method that is in no other function, by line: name and counts.
    pub functions: Vec<(String, Halstead)>,
}

/// Where a node stands.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// In the head of a function, where radon does not look.
    Head,
    /// In no function, or in one: the index of the outermost, and the node of the innermost.
    Outside,
    Inside(usize, NodeId),
}

/// Counts while they are made.
#[derive(Default)]
struct Counting<'a> {
    counts: Halstead,
    operators: HashSet<&'static str>,
    /// Operands, each with the name of the function that it stands in: another's is another.
    operands: HashSet<(Option<&'a str>, Operand<'a>)>,
    /// Operands that equal none but themselves.
    single: usize,
}

impl<'a> Counting<'a> {
    fn add(&mut self, operators: &[&'static str], operands: &[(Option<&'a str>, Option<Operand<'a>>)]) {
        self.counts.operators += operators.len();
        self.counts.operands += operands.len();
        self.operators.extend(operators);
        for (function, operand) in operands {
            match operand {
                Some(operand) => drop(self.operands.insert((*function, operand.clone()))),
                None => self.single += 1,
            }
        }
    }

    fn done(self) -> Halstead {
        Halstead {
            distinct_operators: self.operators.len(),
            distinct_operands: self.operands.len() + self.single,
            ..self.counts
        }
    }
}

/// Counts a module's operators and operands.
pub(super) fn halstead(tree: &Tree, source: &str) -> HalsteadCounts {
    let mut total = Counting::default();
    let mut functions: Vec<(String, Counting)> = Vec::new();
    let mut places = vec![Place::Outside];
    for (id, node) in tree.iter().skip(1) {
        let around = match (places[node.parent.index()], tree.syntax(node.parent)) {
            (_, AnyNodeRef::StmtFunctionDef(_)) if tree.branch(id) != Branch::Body => Place::Head,
            (place, _) => place,
        };
        let place = match (around, node.syntax) {
            (Place::Outside, AnyNodeRef::StmtFunctionDef(function)) => {
                functions.push((function.name.id.to_string(), Counting::default()));
                Place::Inside(functions.len() - 1, id)
            }
            (Place::Inside(outermost, _), AnyNodeRef::StmtFunctionDef(_)) => Place::Inside(outermost, id),
            _ => around,
        };
        places.push(place);
        let function = match around {
            Place::Head => continue,
            Place::Outside => None,
            Place::Inside(_, function) => match tree.syntax(function) {
                AnyNodeRef::StmtFunctionDef(function) => Some(function.name.id.as_str()),
                _ => None,
            },
        };
        let Some((operators, operands)) = operation(node.syntax) else { continue };
        let operands: Vec<_> =
            operands.into_iter().map(|operand| (function, Operand::of(operand, source))).collect();
        total.add(&operators, &operands);
        if let Place::Inside(outermost, _) = around {
            functions[outermost].1.add(&operators, &operands);
        }
    }
    let functions = functions.into_iter().map(|(name, counting)| (name, counting.done())).collect();
    HalsteadCounts { total: total.done(), functions }
}

/// A node's operators and what they operate on.
fn operation(syntax: AnyNodeRef<'_>) -> Option<(Vec<&'static str>, Vec<&Expr>)> {
    Some(match syntax {
        AnyNodeRef::ExprBinOp(node) => (vec![node.op.as_str()], vec![&*node.left, &*node.right]),
        AnyNodeRef::StmtAugAssign(node) => (vec![node.op.as_str()], vec![&*node.target, &*node.value]),
        AnyNodeRef::ExprBoolOp(node) => (vec![node.op.as_str()], node.values.iter().collect()),
        AnyNodeRef::ExprUnaryOp(node) => (vec![unary(node.op)], vec![&*node.operand]),
        AnyNodeRef::ExprCompare(node) => (
            node.ops.iter().map(CmpOp::as_str).collect(),
            std::iter::once(&*node.left).chain(&node.comparators).collect(),
        ),
        _ => return None,
    })
}

/// A name that no binary operator has.
fn unary(operator: UnaryOp) -> &'static str {
    match operator {
        UnaryOp::UAdd => "unary +",
        UnaryOp::USub => "unary -",
        other => other.as_str(),
    }
}
