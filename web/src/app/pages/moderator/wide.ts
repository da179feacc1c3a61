/** From here on the parts of the dashboard stand beside one another; below it they are tabs. */
export const WIDE = '(min-width: 64rem)'
