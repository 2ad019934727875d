//! Cyclomatic complexity by block.

use ruff_python_ast::{AnyNodeRef, MatchCase, Pattern};

use crate::semantics::{Branch, NodeId, Tree};

/// A module's complexity and that of its blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complexity {
    /// That of the module: one, what stands outside of blocks, and what its functions and classes add.
    pub total: usize,
    /// Functions that are in no other function or class, by line.
    pub functions: Vec<Function>,
    /// Classes that are in no other, by line. Classes inside of functions count nowhere.
    pub classes: Vec<Class>,
}

/// A function or a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The line of its `def`, from 1.
    pub line: usize,
    /// The column of its `def`, from 0, in bytes of UTF-8.
    pub column: usize,
    /// The class whose method it is.
    pub class: Option<String>,
    /// Its complexity, without its closures.
    pub complexity: usize,
    /// Functions inside of it, but not inside of one another.
    pub closures: Vec<Function>,
}

/// A class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// The line of its `class`, from 1.
    pub line: usize,
    /// The column of its `class`, from 0, in bytes of UTF-8.
    pub column: usize,
    /// One, its body's and its methods' complexity, all together.
    pub real_complexity: usize,
    /// Its methods, by line.
    pub methods: Vec<Function>,
    /// Classes inside of it, by line; they add nothing to its complexity.
    pub inner_classes: Vec<Class>,
}

impl Class {
    /// The complexity that radon shows: of its methods the mean, rounded down, plus one where there are several.
    #[must_use]
    pub fn complexity(&self) -> usize {
        match self.methods.len() {
            0 => self.real_complexity,
            several => self.real_complexity / several + usize::from(several > 1),
        }
    }
}

/// What is counted for.
#[derive(Debug, Clone, Copy)]
enum Owner {
    /// Nothing: radon does not look there.
    Nothing,
    Block(usize),
}

/// A block while its inside is counted.
struct Block<'a> {
    node: NodeId,
    name: &'a str,
    is_class: bool,
    /// The block around it; the first block is the module.
    outer: usize,
    complexity: usize,
    functions: Vec<Function>,
    classes: Vec<Class>,
}

impl<'a> Block<'a> {
    fn new(node: NodeId, name: &'a str, is_class: bool, outer: usize) -> Self {
        Self { node, name, is_class, outer, complexity: 1, functions: Vec::new(), classes: Vec::new() }
    }
}

/// Counts a module's complexity.
pub(super) fn complexity(tree: &Tree) -> Complexity {
    let mut blocks = vec![Block::new(NodeId::MODULE, "", false, 0)];
    let mut owners = vec![Owner::Block(0)];
    for (id, node) in tree.iter().skip(1) {
        let owner = match owners[node.parent.index()] {
            Owner::Block(block) if is_looked_at(tree, id, node.parent) => {
                blocks[block].complexity += points(node.syntax);
                match opened(node.syntax) {
                    Some((name, is_class)) => {
                        blocks.push(Block::new(id, name, is_class, block));
                        Owner::Block(blocks.len() - 1)
                    }
                    None => Owner::Block(block),
                }
            }
            _ => Owner::Nothing,
        };
        owners.push(owner);
    }
    assembled(tree, blocks)
}

/// Of definitions only the body, of `assert` nothing.
fn is_looked_at(tree: &Tree, id: NodeId, parent: NodeId) -> bool {
    match tree.syntax(parent) {
        AnyNodeRef::StmtFunctionDef(_) | AnyNodeRef::StmtClassDef(_) => tree.branch(id) == Branch::Body,
        AnyNodeRef::StmtAssert(_) => false,
        _ => true,
    }
}

fn opened(syntax: AnyNodeRef<'_>) -> Option<(&str, bool)> {
    match syntax {
        AnyNodeRef::StmtFunctionDef(node) => Some((&node.name.id, false)),
        AnyNodeRef::StmtClassDef(node) => Some((&node.name.id, true)),
        _ => None,
    }
}

/// What a node adds to the complexity around it.
fn points(syntax: AnyNodeRef) -> usize {
    match syntax {
        AnyNodeRef::StmtIf(_)
        | AnyNodeRef::ElifElseClause(_)
        | AnyNodeRef::ExprIf(_)
        | AnyNodeRef::StmtAssert(_) => 1,
        AnyNodeRef::ExprBoolOp(node) => node.values.len() - 1,
        // `except*` is another node in CPython's tree, which radon does not know.
        AnyNodeRef::StmtTry(node) if !node.is_star => {
            node.handlers.len() + usize::from(!node.orelse.is_empty())
        }
        AnyNodeRef::StmtFor(node) => 1 + usize::from(!node.orelse.is_empty()),
        AnyNodeRef::StmtWhile(node) => 1 + usize::from(!node.orelse.is_empty()),
        AnyNodeRef::Comprehension(node) => 1 + node.ifs.len(),
        AnyNodeRef::StmtMatch(node) => node.cases.len() - usize::from(node.cases.iter().any(takes_all)),
        _ => 0,
    }
}

/// `case _:`, and `case name:` too.
fn takes_all(case: &MatchCase) -> bool {
    matches!(&case.pattern, Pattern::MatchAs(pattern) if pattern.pattern.is_none())
}

/// Puts blocks into those around them, innermost and last first.
fn assembled(tree: &Tree, mut blocks: Vec<Block>) -> Complexity {
    while blocks.len() > 1 {
        let Some(mut block) = blocks.pop() else { break };
        block.functions.reverse();
        block.classes.reverse();
        let outer = &mut blocks[block.outer];
        let start = tree.start(block.node);
        let (line, column, name) = (tree.line_at(start), tree.column_at(start), block.name.to_owned());
        if block.is_class {
            let methods = block.functions;
            let real_complexity =
                block.complexity + methods.iter().map(|method| method.complexity).sum::<usize>();
            let inner_classes = block.classes;
            outer.classes.push(Class { name, line, column, real_complexity, methods, inner_classes });
        } else {
            let class = outer.is_class.then(|| outer.name.to_owned());
            let (complexity, closures) = (block.complexity, block.functions);
            outer.functions.push(Function { name, line, column, class, complexity, closures });
        }
    }
    let Some(mut module) = blocks.pop() else {
        return Complexity { total: 1, functions: Vec::new(), classes: Vec::new() };
    };
    module.functions.reverse();
    module.classes.reverse();
    let functions = module.functions.iter().map(|function| function.complexity - 1);
    let classes = module.classes.iter().map(|class| class.real_complexity - 1);
    let total = module.complexity + functions.chain(classes).sum::<usize>();
    Complexity { total, functions: module.functions, classes: module.classes }
}
