// Together: the two are nearly the same, and a page that names fewer files is smaller.
export { StationStrip } from '../../../features/stream/listener/station-strip.tsx'
export { RewindSlot } from '../../slots/rewind-slot.tsx'
