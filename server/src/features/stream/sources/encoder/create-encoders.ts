import { ENCODER_MOUNT } from '@carillon/contract/encoder/schemas'
import type { ProtocolRoute } from '../../../../http/protocol-router.ts'
import { createEncoderDoor } from './connection.ts'
import { Encoders } from './encoders.ts'
import type { EncoderContext } from './ports.ts'
import { encoderRoutes, metadataRoute } from './routes.ts'

/** Programs such as BUTT, Mixxx and ffmpeg as sources: the calls about them, and the door they come in by. */
export function createEncoders(context: EncoderContext) {
  const encoders = new Encoders(context)
  const door = createEncoderDoor(encoders, context)
  const protocolRoute: ProtocolRoute = {
    // PUT is what newer programs say, SOURCE what the older ones do; those of libshout ask first what there is.
    prefixes: [`PUT ${ENCODER_MOUNT} `, `SOURCE ${ENCODER_MOUNT} `, 'OPTIONS * '],
    accept: door.accept,
  }
  return {
    routes: encoderRoutes(encoders, context),
    rawRoutes: [metadataRoute(encoders, context)],
    protocolRoutes: [protocolRoute],
    /** Sessions of a person have ended, or their role is another: their passwords count no longer. */
    withdrawOf: (userId: number) => encoders.withdrawOf(userId),
    close: () => encoders.close(),
    /** To be called now and then where there are other instances. */
    closeWithdrawn: () => encoders.closeWithdrawn(),
  }
}
