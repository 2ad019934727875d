//! comfy-table with this report's looks: no frame, fixed width, nothing that depends on the terminal.

use super::{COLUMNS, Cell, CellAlignment, Colour, ContentArrangement, LineStyle, TableStyle};

/// A table in the making.
pub(super) struct Grid(comfy_table::Table);

/// A cell of words.
pub(super) fn text(content: &str) -> Cell {
    Cell::new(content)
}

/// A cell of a number.
pub(super) fn number(content: &str) -> Cell {
    // An ASCII minus: terminals' output is searched and pasted.
    Cell::new(content.replace('−', "-")).set_alignment(CellAlignment::Right)
}

impl Grid {
    fn new(style: TableStyle) -> Self {
        let mut table = comfy_table::Table::new();
        table
            .load_style(style)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(COLUMNS)
            .force_no_tty();
        Self(table)
    }

    /// Paragraphs.
    pub(super) fn bare<const N: usize>(first: [Cell; N]) -> Self {
        let mut grid = Self::new(TableStyle::new());
        for _ in 0..N {
            grid.0.discover_columns();
        }
        grid.row(first)
    }

    /// A short word and a paragraph beside it.
    pub(super) fn hanging(colour: Colour) -> Self {
        let mut grid = Self::new(TableStyle::new());
        if colour == Colour::Always {
            grid.0.enforce_styling().style_text_only();
        }
        grid
    }

    /// A table with a header over a line; all columns but the first are numbers where they have several.
    pub(super) fn table<const N: usize>(header: [&str; N]) -> Self {
        let mut grid =
            Self::new(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')));
        let cells = header.iter().enumerate().map(|(place, name)| {
            let right = place > 0 && N > 2;
            Cell::new(name).set_alignment(if right { CellAlignment::Right } else { CellAlignment::Left })
        });
        grid.0.set_header(cells.collect::<Vec<Cell>>());
        grid
    }

    /// In so many columns at most.
    pub(super) fn within(mut self, columns: u16) -> Self {
        self.0.set_width(columns);
        self
    }

    /// A table with a header over a line, as wide as the header has names; the columns from `numbers` on are numbers.
    pub(super) fn wide(header: Vec<String>, numbers: usize) -> Self {
        let mut grid =
            Self::new(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')));
        let right = |(place, cell): (usize, Cell)| {
            if place >= numbers { cell.set_alignment(CellAlignment::Right) } else { cell }
        };
        let cells = header.into_iter().map(Cell::new).enumerate().map(right);
        grid.0.set_header(cells.collect::<Vec<Cell>>());
        grid
    }

    /// One more row of a table that is [`wide`](Self::wide).
    pub(super) fn cells(mut self, cells: Vec<String>, numbers: usize) -> Self {
        let cell = |(place, content): (usize, String)| {
            if place >= numbers { number(&content) } else { text(&content) }
        };
        self.0.add_row(cells.into_iter().enumerate().map(cell).collect::<Vec<Cell>>());
        self
    }

    /// One more row.
    pub(super) fn row<const N: usize>(mut self, cells: [Cell; N]) -> Self {
        self.0.add_row(cells.into_iter().collect::<Vec<Cell>>());
        self
    }

    /// The text, without spaces at the ends of lines. Spaces that kept words together have done so.
    pub(super) fn draw(self) -> String {
        self.0.trim_fmt().replace('\u{a0}', " ")
    }
}
