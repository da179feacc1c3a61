import { join } from 'node:path'
import type { Config } from '../config.ts'
import { listenersUrlOf } from '../features/stream/outputs/icecast/address.ts'
import { trustOf } from '../http/client-address.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, limitAddresses } from '../http/connections.ts'
import { type Diverting, divertConnections } from '../http/diversions.ts'
import { createEdge, type Edge } from '../http/edge.ts'
import { acceptUpgrades, type Sockets } from '../http/upgrade.ts'
import type { Base } from './base.ts'
import { type Calls, callsOf } from './calls.ts'
import type { Features } from './features.ts'
import { translate } from './translate.ts'
import { createWatch } from './watch.ts'

const WEB_FOLDER = join(import.meta.dirname, '../../../web/dist')

/** The ways into the station, and all that they lead to. */
export type Doors = { edge: Edge; sockets: Sockets; diverting: Diverting; calls: Calls }

/** Puts everything that can be called behind one port, on which nothing listens yet. */
export async function serve(
  base: Base,
  features: Features,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): Promise<Doors> {
  const { config, logger, isClosing, idempotency, paceWrite, writesAtOnce } = base
  const watch = await createWatch(base, features, () => sockets.countByPath())
  const calls = callsOf(features, watch.rawRoutes, config.stationName)
  const trust = trustOf(config.trustProxy)
  const { authenticate } = features.auth
  const shared = { authenticate, translate, origins: config, trust, logger, isClosing }
  const edge = await createEdge({
    ...shared,
    routes: calls.routes,
    rawRoutes: calls.rawRoutes,
    webFolder: WEB_FOLDER,
    stationName: config.stationName,
    timeZone: config.timeZone,
    soundOrigins: soundOriginsOf(config),
    idempotency,
    paceWrite,
    writesAtOnce,
    limits,
    onReply: watch.onReply,
    onUnshowable: (row) => base.damaged.report(row),
  })
  const sockets = acceptUpgrades(edge.server, { ...shared, upgrades: calls.upgrades })
  const diverting = divertConnections(edge.server, calls.diversions)
  limitAddresses(edge.server, limits, trust)
  return { edge, sockets, diverting, calls }
}

/** The page may have come from another of the station's addresses than the one its sound has. */
function soundOriginsOf({ publicUrl, icecast }: Config): string[] {
  return [...(publicUrl ? [publicUrl] : []), ...(icecast ? [new URL(listenersUrlOf(icecast)).origin] : [])]
}
