//! Names that nothing defines.

use super::registry::{Findings, Rule, Subject};
use crate::semantics::Resolution;

/// A name is read that no scope around it binds and that is not builtin.
pub(super) struct UndefinedVariable;

impl Rule for UndefinedVariable {
    fn check(&self) -> &'static str {
        "missing_declaration_import"
    }

    fn name(&self) -> &'static str {
        "undefined_variable"
    }

    fn says(&self) -> &'static str {
        "A name is read that no scope around it binds and that is not builtin."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &["E0602"]
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "print(math.pi)\n",
            "def f(xs: List[int]):\n    return xs\n",
            "def f():\n    return [x for x in range(3)], x\n",
            "class A:\n    size = 1\n    def f(self):\n        return size\n",
            "class A:\n    def f(self, other: A):\n        return other\n",
            "from math import *\nprint(sinus(1))\n",
            "total += 1\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "import math\nprint(math.pi)\n",
            "def f():\n    return later\nlater = 1\n",
            "from __future__ import annotations\nclass A:\n    def f(self, other: A):\n        return other\n",
            "try:\n    text = unicode\nexcept NameError:\n    text = str\n",
            "from math import *\nprint(sin(1))\n",
            "class A:\n    size = 1\n    def f(self, n=size):\n        return n\n",
            "if (n := 3) > 2:\n    print(n)\n",
            "match 1:\n    case [first, *rest]:\n        print(first, rest)\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        for (at, name, resolution) in subject.reads {
            if *resolution != Resolution::Undefined {
                continue;
            }
            let message = format!("undefined name `{name}`");
            if subject.scopes.unknown_stars.is_empty() {
                findings.flag(*at, "E0602", message);
            } else {
                // It may come from a module that is not here to be looked at.
                findings.undecided(*at, "E0602", message);
            }
        }
    }
}
