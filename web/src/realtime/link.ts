import { Client, type IStompSocket, TickerStrategy } from '@stomp/stompjs'

/** A socket as the page opens it: a websocket or SockJS, which looks like one. */
export type Socket = IStompSocket & { addEventListener(type: 'open', listener: () => void): void }

export type LinkOptions = {
  socket: Socket
  /** Of the person, where the page may read it; else the cookie of the handshake counts. */
  token: string | null
  heartbeatMs: number
  /** A link that is not open by then is closed. */
  connectLimitMs: number
  onOpen(): void
  onMessage(destination: string, body: string): void
  /** The station has taken a subscription: nothing of it is missed from now on. */
  onSubscribed(destination: string): void
  /** An ERROR frame; the close follows. `destination` is the one that was refused, where the frame tells. */
  onError(message: string, destination: string | null): void
  /** `wasReached`: the socket had opened, whatever was said on it. */
  onClose(code: number, wasReached: boolean): void
}

/** One STOMP connection from its socket to its end. */
export type Link = {
  subscribe(destination: string): void
  unsubscribe(destination: string): void
  send(destination: string, body: object): void
  close(): void
}

/** Speaks STOMP on a socket. Heart-beats are kept by a Worker, since a hidden tab's timers sleep. */
export function openLink(options: LinkOptions): Link {
  let wasReached = false
  options.socket.addEventListener('open', () => {
    wasReached = true
  })
  const client = new Client({
    webSocketFactory: () => options.socket,
    connectHeaders: options.token === null ? {} : { Authorization: `Bearer ${options.token}` },
    reconnectDelay: 0,
    connectionTimeout: options.connectLimitMs,
    heartbeatIncoming: options.heartbeatMs,
    heartbeatOutgoing: options.heartbeatMs,
    heartbeatStrategy: TickerStrategy.Worker,
    // The close of a dead network may take minutes to be confirmed: it is over when we say so.
    discardWebsocketOnCommFailure: true,
    onConnect: options.onOpen,
    onStompError: ({ headers }) =>
      options.onError(headers.message ?? 'Refused', destinationOf(headers['receipt-id'])),
    onWebSocketClose: ({ code }: CloseEvent) => options.onClose(code, wasReached),
  })
  client.activate()
  return {
    subscribe(destination) {
      const receipt = receiptFor(destination)
      client.watchForReceipt(receipt, () => options.onSubscribed(destination))
      // The same id on every page: the station encodes a message once for all who share it.
      client.subscribe(destination, ({ body }) => options.onMessage(destination, body), {
        id: destination,
        receipt,
      })
    },
    unsubscribe: (destination) => client.unsubscribe(destination),
    send: (destination, body) => client.publish({ destination, body: JSON.stringify(body) }),
    close: () => void client.deactivate({ force: true }),
  }
}

const SUBSCRIBED = 'subscribed '

function receiptFor(destination: string): string {
  return SUBSCRIBED + destination
}

function destinationOf(receipt: string | undefined): string | null {
  return receipt?.startsWith(SUBSCRIBED) ? receipt.slice(SUBSCRIBED.length) : null
}
