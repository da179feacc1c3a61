import fastify from 'fastify'

/** The limit of a call: Fastify that says hello. Tells its parent the port. */
const app = fastify()
app.get('/', async () => ({ hello: 'world' }))
await app.listen({ host: '127.0.0.1', port: 0 })
const [address] = app.addresses()
process.send?.(typeof address === 'object' ? address.port : null)
process.on('disconnect', () => process.exit())
