/** Measured cost of each part of a station. Times are core-seconds a second, so shares of a core. */
export type Costs = {
  /** A show on air without listeners: demultiplexing, recording, the guardian's hearing, the embedded database. */
  onAir: number
  /** A listener of live.ogg in batches, as VLC is one, at the largest crowd. */
  batchListener: number
  /** A listener in a browser's near engine, whose pages go out one by one (`?delay=low`). */
  nearListener: number
  /** A listener in a browser's plain engine, whose pages go out in twos (`?delay=medium`). */
  plainListener: number
  /** A listener of live.mp3, beside the one encoder. */
  mp3Listener: number
  mp3Encoder: number
  /** An open page without chat: its realtime connection and its heart-beats. */
  connection: number
  /** One chat message to one open page. */
  delivery: number
  /** A listener of Icecast fed by the station. */
  icecastListener: number
  /** A listener who went back in the show, each at a place of their own. */
  rewinder: number
  /** A cache of HLS, however many players it has. */
  cache: number
  listenerBytes: number
  connectionBytes: number
  icecastListenerBytes: number
  /** Bits a second of one listener's stream. */
  listenerBitsPerSecond: number
}

/** Load of this many listeners on a station, each with an open page. Cores are whole cores of the measuring machine. */
export type Load = {
  listeners: number
  streamCores: number
  roomCores: number
  bytes: number
  bitsPerSecond: number
  /** The same with the sound from Icecast: its cores, and on how many of its servers. */
  icecastCores: number
  icecasts: number
}

/** Chat messages a second that the loads are told for: a lively room. */
export const CHAT_PER_SECOND = 1
/** Of a core, what is used: the rest is for moments when everybody comes at once. */
export const USED_SHARE = 0.7

/** A listener in a browser, at the price of the engine that costs more: which one plays is the browser's choice. */
export function browserListener({ nearListener, plainListener }: Costs): number {
  return Math.max(nearListener, plainListener)
}

/** Pure arithmetic on what was measured. */
export function loadOf(listeners: number, costs: Costs): Load {
  const streamCores = costs.onAir + listeners * browserListener(costs)
  const roomCores = listeners * (costs.connection + CHAT_PER_SECOND * costs.delivery)
  const icecastCores = listeners * costs.icecastListener
  return {
    listeners,
    streamCores,
    roomCores,
    bytes: listeners * (costs.listenerBytes + costs.connectionBytes),
    bitsPerSecond: listeners * costs.listenerBitsPerSecond,
    icecastCores,
    icecasts: Math.ceil(icecastCores / USED_SHARE),
  }
}

/** Load of players of HLS that reach the station through caches alone. */
export type CachedLoad = { listeners: number; caches: number; cores: number; bitsPerSecond: number }

export function cachedLoadOf(listeners: number, caches: number, costs: Costs): CachedLoad {
  const cores = costs.onAir + caches * costs.cache
  return { listeners, caches, cores, bitsPerSecond: listeners * costs.listenerBitsPerSecond }
}

/** Listeners with open pages that one core carries: all of it in one process, and the room alone beside Icecast. */
export function carriedByOneCore(costs: Costs): { whole: number; roomAlone: number; icecast: number } {
  const room = costs.connection + CHAT_PER_SECOND * costs.delivery
  const rest = USED_SHARE - costs.onAir
  return {
    whole: Math.round(rest / (browserListener(costs) + room)),
    roomAlone: Math.round(rest / room),
    icecast: Math.round(USED_SHARE / costs.icecastListener),
  }
}
