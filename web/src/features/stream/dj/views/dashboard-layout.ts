/** All of the window and no more, from 1024 x 700 px; the margin takes back half of the page's own. */
export const DASHBOARD = 'desk:-my-3 desk:flex desk:h-[calc(100cqh-1.5rem)] desk:flex-col desk:gap-3'

/** Part of the desk that takes the height which is left. */
export const REST = 'desk:flex desk:min-h-0 desk:flex-1 desk:flex-col desk:gap-3'

/** Columns in the height that is left. */
export const COLUMNS = 'desk:min-h-0 desk:flex-1 desk:grid-rows-[minmax(0,1fr)] desk:items-stretch desk:gap-4'

/**
 * Scrolls in itself, also what is there for screen readers only, and shrinks nothing to fit; the margin keeps rings of
 * focus whole.
 */
export const COLUMN =
  'desk:relative desk:auto-rows-max desk:-m-1 desk:overflow-y-auto desk:p-1 desk:[scrollbar-width:thin]'
