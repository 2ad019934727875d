//! 15 to 17: files and variables left where a later start of Python, or of its tests, would pick them up.

use assay_sandbox::Judgement;

use crate::conformance::{Bench, conformance};
use crate::support::Case;

/// Runs a sample that plants, then one that looks around, in one slot and both modes. Both say what they managed.
fn planted_then_seen(bench: &mut Bench<'_>, plant: &str, see: &str) {
    let passes = |judgement: &Judgement| *judgement == Judgement::Passed;
    for module in [plant, see] {
        let body = "failed = f(1)\nassert failed == 1, failed";
        bench.comes_to(&Case::of(module), body, passes);
    }
}

/// Writes a text under these names into every folder from which Python could start or import; says where else than in
/// its own `/tmp` that worked.
const PLANT: &str = r"
import os, site, sys
def plant(text, *names):
    folders = {*sys.path, site.getusersitepackages(), *site.getsitepackages(), os.path.dirname(os.__file__),
               os.path.dirname(sys.executable), '/opt/assay', '/opt/assay/assay_trial', '/', '/etc', '/tmp', '/usr/lib',
               '/opt/python/lib', os.path.expanduser('~')}
    written = []
    for folder in sorted(folders):
        for name in names:
            try:
                os.makedirs(folder, exist_ok=True)
                with open(os.path.join(folder, name), 'w') as file:
                    file.write(text)
            except OSError:
                continue
            if not folder.startswith('/tmp'):
                written.append(folder)
    return written
";

#[test]
fn attack_15_a_planted_sitecustomize_or_pth_reaches_no_other_trial() {
    conformance(|bench| {
        let plant = format!(
            "{PLANT}def f(x):\n    return plant('import builtins; builtins.planted = 1', 'sitecustomize.py', 'usercustomize.py', 'planted.pth') or x\n"
        );
        let see = "import builtins, glob, os, subprocess, sys\ndef f(x):\n    fresh = subprocess.run([sys.executable, '-c', 'import builtins; print(hasattr(builtins, \"planted\"))'], capture_output=True, text=True).stdout\n    return [hasattr(builtins, 'planted'), fresh, os.listdir('/tmp')] if hasattr(builtins, 'planted') or 'True' in fresh or os.listdir('/tmp') else x\n";
        planted_then_seen(bench, &plant, see);
    });
}

#[test]
fn attack_16_variables_and_configuration_reach_no_other_trial() {
    conformance(|bench| {
        let plant = format!(
            "{PLANT}def f(x):\n    for name in ('PYTEST_ADDOPTS', 'PYTHONPATH', 'LD_PRELOAD', 'PYTHONSTARTUP', 'BASH_ENV'):\n        os.environ[name] = '/tmp/planted'\n        os.putenv(name, '/tmp/planted')\n    return plant('[pytest]\\naddopts = --co', 'tox.ini', 'setup.cfg', 'pytest.ini', '.profile', '.bashrc', 'pyproject.toml', 'ld.so.preload') or x\n"
        );
        // Nor do those of the host, which has set some of them in this process.
        let see = "import os\nKNOWN = {'HOME', 'LANG', 'LD_LIBRARY_PATH', 'MKL_NUM_THREADS', 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'PATH', 'PYTHONDONTWRITEBYTECODE', 'PYTHONHASHSEED', 'TZ'}\ndef f(x):\n    raw = {v.split(b'=')[0].decode() for v in open('/proc/self/environ', 'rb').read().split(b'\\0') if v}\n    return sorted((set(os.environ) | raw) - KNOWN) or os.listdir('/tmp') or os.path.exists('/etc/ld.so.preload') or x\n";
        planted_then_seen(bench, &plant, see);
    });
}

#[test]
fn attack_17_shadowing_modules_are_imported_by_nobody_else() {
    conformance(|bench| {
        let names = "'pytest.py', 'numpy.py', 'json.py', 'socket.py', 'random.py', 'unittest.py', 'heapq.py'";
        let plant = format!(
            "{PLANT}import types\ndef f(x):\n    written = plant('raise SystemExit(0)', {names})\n    sys.path[:0] = ['/tmp', '']\n    for name in ('heapq', 'bisect', 'statistics', 'decimal'):\n        sys.modules[name] = types.ModuleType(name)\n    return written or x\n"
        );
        let see = "import heapq, statistics, decimal, json, random, sys\ndef f(x):\n    files = [m.__file__ for m in (heapq, statistics, decimal, json, random)]\n    return [*files, *sys.path] if any(p.startswith('/tmp') or not p for p in [*files, *sys.path]) else x\n";
        planted_then_seen(bench, &plant, see);
        // The tests' own imports are theirs.
        let report = bench.split(
            &Case::of(&plant.replace("or x", "or 0")),
            "import heapq, statistics\nassert heapq.nsmallest(1, [2, 1]) == [1]\nassert candidate(1) == 1",
        );
        assert!(matches!(report.judgement, Judgement::WrongAnswer { .. }), "{report:?}");
        // In shared mode a module that takes the place of the tests' own tools is seen.
        let shadow = "import sys, types\nfake = types.ModuleType('unittest')\nfake.TestCase = type('TestCase', (), {'assertEqual': lambda *a: None})\nfake.mock = None\nsys.modules['unittest'] = fake\ndef f(x):\n    return 0\n";
        let tests = "import unittest\nclass TestF(unittest.TestCase):\n    def test_f(self):\n        self.assertEqual(f(1), 1)\n";
        let report = bench.run(&Case::of(shadow).shared_trial(tests, "def f(x):\n    return x\n"));
        assert!(matches!(report.judgement, Judgement::Tampered { .. }), "{report:?}");
    });
}
