/** Look of each round yellow button that plays or pauses, but for its size; the border shows in forced colours alone. */
export const ROUND_PLAY =
  'relative grid shrink-0 place-items-center rounded-full bg-accent text-[#401410] transition-[background-color,scale] duration-120 hover:bg-accent-hover active:scale-96 forced-colors:border'
