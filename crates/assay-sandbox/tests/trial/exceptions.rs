//! Exceptions of the sample as the tests see them.

use assay_sandbox::Judgement;

use crate::support::Case;

#[test]
fn tests_may_expect_an_exception_and_read_its_text() {
    let body = "try:\n    candidate(1)\nexcept ValueError as e:\n    assert type(e) is ValueError and str(e) == 'no 1'\nelse:\n    assert False";
    Case::of("def f(x):\n    raise ValueError(f'no {x}')\n").passes(body);
}

#[test]
fn an_expected_exception_that_does_not_come_is_a_wrong_answer() {
    let body = "try:\n    candidate(1)\n    assert False, 'no error'\nexcept ValueError:\n    pass";
    let report = Case::of("def f(x):\n    return x\n").checked_by(body);
    assert!(matches!(report.judgement, Judgement::WrongAnswer { .. }), "{report:?}");
}

#[test]
fn a_class_of_the_samples_own_is_caught_by_its_builtin_base() {
    let module = "class Odd(ValueError):\n    def __init__(self, code):\n        self.code = code\n    def __str__(self):\n        return f'code {self.code}'\ndef f(x):\n    raise Odd(x)\n";
    let body = "try:\n    candidate(3)\nexcept ValueError as e:\n    assert (type(e).__name__, str(e)) == ('Odd', 'code 3'), (type(e), str(e))\nelse:\n    assert False";
    Case::of(module).passes(body);
}

#[test]
fn a_class_that_the_prompt_defines_is_the_same_on_both_sides() {
    let prompt = "class TooBig(Exception):\n    def __init__(self, n):\n        super().__init__(f'{n} is too big')\n        self.n = n\n";
    let body = "try:\n    candidate(3)\nexcept TooBig as e:\n    assert str(e) == '3 is too big', str(e)\nelse:\n    assert False";
    Case::of("def f(x):\n    raise TooBig(x)\n").with_prompt(prompt).passes(body);
}

#[test]
fn a_missing_key_reads_as_it_does_in_one_process() {
    let body = "for key in ('a', 3, (1, 2), None):\n    try:\n        candidate({}, key)\n    except KeyError as e:\n        assert str(e) == repr(key), str(e)\n    else:\n        assert False";
    Case::of("def f(d, k):\n    return d[k]\n").passes(body);
}

#[test]
fn errors_of_the_system_keep_their_number_and_their_class() {
    let body = "try:\n    candidate()\nexcept FileNotFoundError as e:\n    assert e.errno == 2, e.errno\nelse:\n    assert False";
    Case::of("def f():\n    open('/no/such/file')\n").passes(body);
}

#[test]
fn a_chain_of_exceptions_is_seen_from_its_outer_end() {
    let module = "def f():\n    try:\n        {}['a']\n    except KeyError as e:\n        raise ValueError('outer') from e\n";
    let body = "try:\n    candidate()\nexcept ValueError as e:\n    assert str(e) == 'outer' and type(e.__cause__) is KeyError\nelse:\n    assert False";
    Case::of(module).passes(body);
}

#[test]
fn a_failed_expectation_inside_a_handler_is_a_wrong_answer() {
    let body = "try:\n    candidate()\nexcept ValueError as e:\n    assert str(e) == 'b'";
    let report = Case::of("def f():\n    raise ValueError('a')\n").checked_by(body);
    assert!(matches!(report.judgement, Judgement::WrongAnswer { .. }), "{report:?}");
}

#[test]
fn stop_iteration_and_key_board_interrupt_cross_as_themselves() {
    for kind in ["StopIteration", "KeyboardInterrupt", "GeneratorExit", "RecursionError", "MemoryError"] {
        let module = format!("def f():\n    raise {kind}('x')\n");
        let body = format!(
            "try:\n    candidate()\nexcept {kind} as e:\n    assert type(e) is {kind}\nelse:\n    assert False"
        );
        Case::of(&module).passes(&body);
    }
}

#[test]
fn a_generator_that_raises_midway_raises_where_it_is_read() {
    let module = "def f():\n    yield 1\n    yield 2\n    raise ValueError('three')\n";
    let body = "g = candidate()\nassert [next(g), next(g)] == [1, 2]\ntry:\n    next(g)\nexcept ValueError as e:\n    assert str(e) == 'three'\nelse:\n    assert False";
    Case::of(module).passes(body);
    let report = Case::of(module).checked_by("assert list(candidate()) == [1, 2, 3]");
    assert!(matches!(report.judgement, Judgement::SampleRaised { .. }), "{report:?}");
}

#[test]
fn changes_made_before_an_exception_come_back() {
    let module = "def f(x):\n    x.append(1)\n    raise ValueError\n";
    Case::of(module).passes("x = []\ntry:\n    candidate(x)\nexcept ValueError:\n    pass\nassert x == [1]");
}
