/** A reply of the station that was not a success. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(`${status} ${code}: ${message}`)
    this.status = status
    this.code = code
  }
}

/** Calls over HTTP as one person, or as a visitor when there is no token. */
export class ApiSession {
  readonly origin: string
  readonly token: string | null

  constructor(origin: string, token: string | null = null) {
    this.origin = origin
    this.token = token
  }

  /** The raw reply, whatever its status. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers: Record<string, string> = {}
    if (this.token) headers.authorization = `Bearer ${this.token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    return fetch(this.origin + path, { method, headers, ...content })
  }

  /** Returns the data of the envelope. Throws ApiFailure for anything but a success. */
  async data<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await this.send(method, path, body)
    const envelope = reply.status === 204 ? { success: true, data: null } : await reply.json()
    if (!envelope.success) throw new ApiFailure(reply.status, envelope.code, envelope.message)
    return envelope.data
  }

  /** Creates a broadcast and starts it: LIVE, with no source yet. Gives its id. */
  async goLive(title = 'Morning show'): Promise<number> {
    const { id } = await this.data<{ id: number }>('POST', '/api/broadcasts', { title })
    await this.data('POST', `/api/broadcasts/${id}/start`)
    return id
  }
}
