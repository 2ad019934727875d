//! Visits the places of a module that operators may change, and no others.

use ruff_python_ast::visitor::{Visitor, walk_except_handler, walk_expr, walk_stmt};
use ruff_python_ast::{
    Comprehension, Decorator, ElifElseClause, ExceptHandler, Expr, InterpolatedStringElement, MatchCase,
    Operator, Parameters, Pattern, Stmt, StmtClassDef, StmtFunctionDef, StmtIf, TypeParams, UnaryOp,
};

use super::facts::Facts;
use super::reach::{Reach, never_run_after};
use super::site::{Node, Site};
use crate::Module;

/// Calls that make types: nothing of them is behaviour.
const TYPE_MAKERS: [&str; 6] = ["NamedTuple", "NewType", "TypeVar", "TypedDict", "ParamSpec", "namedtuple"];
/// Types that are written with their arguments: `list[int]`.
const GENERICS: [&str; 25] = [
    "Any",
    "Callable",
    "ClassVar",
    "Counter",
    "Deque",
    "DefaultDict",
    "Dict",
    "Final",
    "FrozenSet",
    "Generator",
    "Iterable",
    "Iterator",
    "List",
    "Literal",
    "Mapping",
    "Optional",
    "Sequence",
    "Set",
    "Tuple",
    "Union",
    "dict",
    "list",
    "set",
    "tuple",
    "type",
];

/// Calls `look` with every place that may be changed.
pub(super) fn sites<'a>(module: &'a Module, called: Option<&[String]>, look: &mut dyn FnMut(&Site<'_>)) {
    let body = &module.parsed().syntax().body;
    let mut walk = Walk {
        module,
        facts: Facts::of(None, None, body),
        reach: Reach::of(body, called),
        depth: 0,
        in_loop_condition: false,
        look,
    };
    walk.visit_body(body);
}

struct Walk<'a, 'l> {
    module: &'a Module,
    facts: Facts<'a>,
    reach: Reach<'a>,
    /// Functions and classes around this place.
    depth: usize,
    in_loop_condition: bool,
    look: &'l mut dyn FnMut(&Site<'_>),
}

impl<'a> Walk<'a, '_> {
    fn at(&mut self, node: Node<'_>) {
        let site =
            Site { module: self.module, node, facts: &self.facts, in_loop_condition: self.in_loop_condition };
        (self.look)(&site);
    }

    fn condition(&mut self, test: &'a Expr) {
        self.at(Node::Condition(test));
        self.visit_expr(test);
    }

    fn function(&mut self, function: &'a StmtFunctionDef) {
        // Defaults are computed where the function is defined.
        self.visit_parameters(&function.parameters);
        if self.depth == 0 && !self.reach.may_run(function) {
            return;
        }
        let inner = Facts::of(Some(&function.parameters), function.returns.as_deref(), &function.body);
        let outer = std::mem::replace(&mut self.facts, inner);
        self.depth += 1;
        self.visit_body(&function.body);
        self.depth -= 1;
        self.facts = outer;
        self.facts.bound.insert(function.name.as_str());
    }

    fn class(&mut self, class: &'a StmtClassDef) {
        let outer = std::mem::replace(&mut self.facts, Facts::of(None, None, &class.body));
        self.depth += 1;
        self.visit_body(&class.body);
        self.depth -= 1;
        self.facts = outer;
    }

    fn bind(&mut self, target: &'a Expr) {
        match target {
            Expr::Name(name) => {
                self.facts.bound.insert(name.id.as_str());
            }
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.bind(part)),
            Expr::List(list) => list.elts.iter().for_each(|part| self.bind(part)),
            Expr::Starred(starred) => self.bind(&starred.value),
            _ => {}
        }
    }
}

impl<'a> Visitor<'a> for Walk<'a, '_> {
    fn visit_body(&mut self, body: &'a [Stmt]) {
        for (place, statement) in body.iter().enumerate() {
            self.visit_stmt(statement);
            if never_run_after(statement, &body[place + 1..]) {
                return;
            }
        }
    }

    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Import(_) | Stmt::ImportFrom(_) | Stmt::TypeAlias(_) => return,
            Stmt::Expr(expression) if expression.value.is_string_literal_expr() => return,
            Stmt::Assign(assign) if self.depth == 0 && is_type(&assign.value) => return,
            Stmt::If(test) if is_for_others(test) => return,
            _ => {}
        }
        self.at(Node::Statement(statement));
        match statement {
            Stmt::FunctionDef(function) => self.function(function),
            Stmt::ClassDef(class) => self.class(class),
            // What an exception says is no behaviour.
            Stmt::Raise(_) => {}
            Stmt::Assert(assert) => self.visit_expr(&assert.test),
            Stmt::If(branch) => {
                self.condition(&branch.test);
                self.visit_body(&branch.body);
                for clause in &branch.elif_else_clauses {
                    self.visit_elif_else_clause(clause);
                }
            }
            Stmt::While(each) => {
                self.at(Node::LoopCondition(&each.test));
                self.in_loop_condition = true;
                self.visit_expr(&each.test);
                self.in_loop_condition = false;
                self.visit_body(&each.body);
                self.visit_body(&each.orelse);
            }
            Stmt::For(each) => {
                self.bind(&each.target);
                walk_stmt(self, statement);
            }
            _ => walk_stmt(self, statement),
        }
        match statement {
            Stmt::Assign(assign) => assign.targets.iter().for_each(|target| self.bind(target)),
            Stmt::AnnAssign(assign) if assign.value.is_some() => self.bind(&assign.target),
            _ => {}
        }
    }

    fn visit_elif_else_clause(&mut self, clause: &'a ElifElseClause) {
        if let Some(test) = &clause.test {
            self.condition(test);
        }
        self.visit_body(&clause.body);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Subscript(subscript) if names_one_of(&subscript.value, &GENERICS) => return,
            Expr::Call(call) if names_one_of(&call.func, &TYPE_MAKERS) => return,
            _ => {}
        }
        self.at(Node::Expression(expression));
        match expression {
            Expr::If(choice) => {
                self.condition(&choice.test);
                self.visit_expr(&choice.body);
                self.visit_expr(&choice.orelse);
            }
            Expr::Call(call) if names_one_of(&call.func, &["cast"]) => {
                call.arguments.args.iter().skip(1).for_each(|argument| self.visit_expr(argument));
            }
            // A number with its sign is one number.
            Expr::UnaryOp(unary) if unary.op == UnaryOp::USub && unary.operand.is_number_literal_expr() => {}
            _ => walk_expr(self, expression),
        }
    }

    fn visit_comprehension(&mut self, comprehension: &'a Comprehension) {
        self.visit_expr(&comprehension.iter);
        comprehension.ifs.iter().for_each(|test| self.condition(test));
    }

    fn visit_match_case(&mut self, case: &'a MatchCase) {
        if let Some(guard) = &case.guard {
            self.condition(guard);
        }
        self.visit_body(&case.body);
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(found) = handler;
        self.at(Node::Handler(found));
        walk_except_handler(self, handler);
    }

    /// Only what is computed; how it is laid out stays.
    fn visit_interpolated_string_element(&mut self, element: &'a InterpolatedStringElement) {
        if let InterpolatedStringElement::Interpolation(part) = element {
            self.visit_expr(&part.expression);
        }
    }

    /// Only the defaults.
    fn visit_parameters(&mut self, parameters: &'a Parameters) {
        for parameter in parameters.iter_non_variadic_params() {
            if let Some(default) = parameter.default.as_deref() {
                self.visit_expr(default);
            }
        }
    }

    fn visit_annotation(&mut self, _annotation: &'a Expr) {}
    fn visit_decorator(&mut self, _decorator: &'a Decorator) {}
    fn visit_type_params(&mut self, _parameters: &'a TypeParams) {}
    fn visit_pattern(&mut self, _pattern: &'a Pattern) {}
}

fn names_one_of(expression: &Expr, names: &[&str]) -> bool {
    match expression {
        Expr::Name(name) => names.contains(&name.id.as_str()),
        Expr::Attribute(attribute) => names.contains(&attribute.attr.as_str()),
        _ => false,
    }
}

/// Whether a module's variable is another name of a type: `Row = tuple[str, int]`, `Cell = Row | None`.
fn is_type(value: &Expr) -> bool {
    match value {
        Expr::Subscript(subscript) => names_one_of(&subscript.value, &GENERICS),
        Expr::BinOp(union) if union.op == Operator::BitOr => {
            let of_types = |part: &Expr| part.is_none_literal_expr() || is_type(part);
            of_types(&union.left) || of_types(&union.right)
        }
        Expr::Call(call) => names_one_of(&call.func, &TYPE_MAKERS),
        _ => false,
    }
}

/// Whether a block is for scripts or type checkers: neither runs where a module is imported, as judged modules are.
fn is_for_others(branch: &StmtIf) -> bool {
    let alone = branch.elif_else_clauses.is_empty();
    let script = match &*branch.test {
        Expr::Compare(compare) => names_one_of(&compare.left, &["__name__"]),
        test => names_one_of(test, &["TYPE_CHECKING"]),
    };
    alone && script
}
