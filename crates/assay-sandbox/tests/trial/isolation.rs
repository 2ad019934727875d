//! What a sample cannot reach, whatever it tries; attack by attack in `attacks`.

use assay_sandbox::{EmbeddedEngine, Judgement, probe_controls};

use crate::support::{Case, ENVIRONMENT, check, open};

#[test]
fn a_sample_that_forks_is_bounded_and_leaves_nothing_behind() {
    let module = "import os, time\ndef f(x):\n    for _ in range(10):\n        if os.fork() == 0:\n            os.setsid()\n            if os.fork() == 0:\n                time.sleep(600)\n            os._exit(0)\n    return x\n";
    let mut slot = open();
    let report = Case::of(module).judged_in(&mut *slot, &check("assert candidate(1) == 1"));
    assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
    let alone = "import os\ndef f():\n    return sorted(p for p in os.listdir('/proc') if p.isdigit())\n";
    let report = Case::of(alone).judged_in(&mut *slot, &check("assert candidate() == ['1']"));
    assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
}

#[test]
fn a_sample_that_writes_to_the_host_changes_nothing() {
    let mark = format!("assay-mark-{}", std::process::id());
    let module = "import os\ndef f(mark):\n    written = []\n    for folder in ('/', '/etc', '/opt/assay', '/opt/python/lib', '/dev', '/proc', '/usr', '/tmp', '/dev/shm', '/var/tmp', '/root', '/home'):\n        try:\n            open(folder + '/' + mark, 'w').close()\n            written.append(folder)\n        except OSError:\n            pass\n    for name in ('/proc/sysrq-trigger', '/proc/sys/kernel/hostname', '/proc/sys/vm/drop_caches', '/proc/sys/user/max_user_namespaces'):\n        try:\n            with open(name, 'w') as file:\n                file.write('0')\n            written.append(name)\n        except OSError:\n            pass\n    try:\n        os.remove('/opt/assay/zygote.py')\n        written.append('removed')\n    except OSError:\n        pass\n    return written\n";
    Case::of(module)
        .passes(&format!("written = candidate('{mark}')\nassert written == ['/tmp', '/dev/shm'], written"));
    for folder in ["/tmp", "/dev/shm", "/etc", "/var/tmp", "/"] {
        assert!(!std::path::Path::new(folder).join(&mark).exists(), "{folder}");
    }
}

#[test]
fn every_control_is_in_force_here() {
    let states = probe_controls(&EmbeddedEngine::new(), &ENVIRONMENT.root).unwrap();
    let missing: Vec<_> = states.iter().filter(|state| !state.in_force).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(states.len() >= 15);
}
