//! What must hold of agreement figures for any answers.

use assay_stats::Confusion;
use proptest::prelude::*;

const CLASSES: usize = 3;

fn pairs() -> impl Strategy<Value = Vec<(usize, usize)>> {
    prop::collection::vec((0..CLASSES, 0..CLASSES), 1..60)
}

fn table(pairs: &[(usize, usize)]) -> Confusion {
    Confusion::of(CLASSES, pairs).expect("classes below their number")
}

fn near(left: f64, right: f64) -> bool {
    (left - right).abs() < 1e-12
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn accuracy_is_the_mean_of_the_recalls_weighed_by_how_often_their_class_is_true(pairs in pairs()) {
        let table = table(&pairs);
        let weighed: f64 = (0..CLASSES)
            .map(|class| table.class(class).recall.unwrap_or(0.0) * table.true_count(class) as f64)
            .sum();
        prop_assert!(near(table.accuracy().expect("answers"), weighed / table.total() as f64));
    }

    #[test]
    fn f1_lies_between_precision_and_recall(pairs in pairs(), class in 0..CLASSES) {
        let figures = table(&pairs).class(class);
        if let (Some(precision), Some(recall), Some(f1)) = (figures.precision, figures.recall, figures.f1) {
            prop_assert!(f1 >= precision.min(recall) - 1e-12 && f1 <= precision.max(recall) + 1e-12);
            let harmonic = 2.0 * precision * recall / (precision + recall);
            prop_assert!(precision + recall == 0.0 || near(f1, harmonic));
        }
    }

    #[test]
    fn truth_and_answers_change_places_as_precision_and_recall_do(pairs in pairs(), class in 0..CLASSES) {
        let swapped: Vec<(usize, usize)> = pairs.iter().map(|(truth, answer)| (*answer, *truth)).collect();
        let (table, swapped) = (table(&pairs), table(&swapped));
        let (one, other) = (table.class(class), swapped.class(class));
        prop_assert_eq!((one.precision, one.recall, one.f1), (other.recall, other.precision, other.f1));
        prop_assert_eq!(table.accuracy(), swapped.accuracy());
        let kappas = [table.kappa().ok(), swapped.kappa().ok()];
        prop_assert!(kappas[0].zip(kappas[1]).is_none_or(|(one, other)| near(one, other)));
    }

    #[test]
    fn the_order_of_answers_and_the_names_of_classes_say_nothing(
        pairs in pairs().prop_shuffle(), turn in 0..CLASSES,
    ) {
        let turned: Vec<(usize, usize)> =
            pairs.iter().map(|(truth, answer)| ((truth + turn) % CLASSES, (answer + turn) % CLASSES)).collect();
        let (table, turned) = (table(&pairs), table(&turned));
        prop_assert_eq!(table.accuracy(), turned.accuracy());
        let [one, other] = [&table, &turned].map(|table| table.macro_average().expect("answers"));
        prop_assert!(near(one.f1, other.f1) && near(one.precision, other.precision));
    }

    #[test]
    fn no_constant_answer_is_right_more_often_than_the_majority(pairs in pairs(), class in 0..CLASSES) {
        let table = table(&pairs);
        let majority = table.always(table.majority().expect("answers")).expect("a class");
        let other = table.always(class).expect("a class");
        prop_assert!(majority.accuracy() >= other.accuracy());
        prop_assert_eq!(majority.total(), table.total());
    }

    #[test]
    fn who_is_always_right_has_full_figures(pairs in pairs()) {
        let right: Vec<(usize, usize)> = pairs.iter().map(|(truth, _)| (*truth, *truth)).collect();
        let table = table(&right);
        prop_assert_eq!(table.accuracy(), Some(1.0));
        prop_assert!(table.kappa().is_ok_and(|kappa| near(kappa, 1.0)) || table.kappa().is_err());
        prop_assert!((0..CLASSES).all(|class| table.class(class).f1.is_none_or(|f1| near(f1, 1.0))));
    }
}
