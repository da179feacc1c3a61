/** Dialect of a subscriber. Plain data: it goes to another process. */
export type Dialect = {
  /** `{n}` stands for the subscriber's number. */
  path: string
  /** Steps of the handshake: a message to wait for, and one to send then; null waits only for the handshake. */
  steps: readonly { after: string | null; send: string }[]
  /** Beginning of the last answer: from then on messages come. Null when the handshake is all. */
  ready: string | null
}

/** STOMP 1.2 on a raw websocket. `login` is what CONNECT says besides, each line with its end. */
export function stomp(path: string, destination: string, login = ''): Dialect {
  const { connect, subscribe } = frames(destination, login)
  const steps = [
    { after: null, send: connect },
    { after: 'CONNECTED', send: subscribe },
  ]
  return { path, steps, ready: 'RECEIPT' }
}

/** The same in frames of SockJS 0.3.3, on its websocket transport. */
export function sockJs(path: string, destination: string): Dialect {
  const { connect, subscribe } = frames(destination, '')
  const steps = [
    { after: 'o', send: JSON.stringify([connect]) },
    { after: 'a["CONNECTED', send: JSON.stringify([subscribe]) },
  ]
  return { path: `${path}/000/bench{n}/websocket`, steps, ready: 'a["RECEIPT' }
}

/** Dialect without a handshake of its own. */
export const bare: Dialect = { path: '/', steps: [], ready: null }

/** The chat message as subscribers get it, for servers that do not make it themselves. */
export function chatEvent(content: string): string {
  const sender = { id: 12, name: 'Ana Number 1', role: 'MODERATOR' }
  const timestamp = new Date().toISOString()
  return JSON.stringify({
    type: 'CHAT_MESSAGE',
    message: { id: 1234, broadcastId: 1, content, timestamp, sender },
  })
}

function frames(destination: string, login: string): { connect: string; subscribe: string } {
  return {
    connect: `CONNECT\naccept-version:1.2\nhost:/\nheart-beat:0,0\n${login}\n\0`,
    subscribe: `SUBSCRIBE\nid:sub-0\ndestination:${destination}\nreceipt:subscribed\n\n\0`,
  }
}
