import { it } from 'vitest'
import { descriptors } from './descriptors.ts'
import { diskFullEmbedded } from './disk-full-embedded.ts'
import { diskFullUpload } from './disk-full-upload.ts'
import { docsFlood } from './docs-flood.ts'
import { dumpBusy } from './dump-busy.ts'
import { halfHeads } from './half-heads.ts'
import { handOverKilled } from './hand-over-killed.ts'
import { hlsAcross } from './hls-across.ts'
import { largeFrames } from './large-frames.ts'
import { largeLog } from './large-log.ts'
import { expectKept } from './lib/expect-kept.ts'
import type { Fault } from './lib/fault.ts'
import { playoutKilled } from './playout-killed.ts'
import { pushHanging } from './push-hanging.ts'
import { transactions } from './transactions.ts'

const isPossible = (fault: Fault) => !fault.lacks?.()

// Those that no test of the server does already, where this machine can do them.
// Slow: sockets are cut a second after they stopped reading, one after the other.
it.each([largeFrames, descriptors].filter(isPossible))('[FT2] $name: every promise is kept', expectKept)

it.each([transactions].filter(isPossible))('[FT9] $name: every promise is kept', expectKept)

// Slow: a show goes on while the disk is full and after it, and its recording is waited for.
it.each([diskFullEmbedded].filter(isPossible))('[FT4] $name: every promise is kept', expectKept)

it.each([diskFullUpload].filter(isPossible))('[LB21] $name: every promise is kept', expectKept)

it.each([halfHeads].filter(isPossible))('[FT18] $name: every promise is kept', expectKept)
// Slow: the cores that send 2.4 MB twenty times a second are wanted by other tests as well.
it.each([docsFlood].filter(isPossible))('[FT10] $name: every promise is kept', expectKept)

it.each([pushHanging].filter(isPossible))('[FT14] $name: every promise is kept', expectKept)
// Slow: a database of 200 MB is filled, dumped and restored.
it.each([dumpBusy])('[FT12] $name: every promise is kept', expectKept)

// Slow: players of HLS have 28 seconds, and what comes late shows when it has come.
it.each([hlsAcross].filter(isPossible))('[HL27] $name: every promise is kept', expectKept)

// Slow: instances are started, and shows handed over, one after the other.
it.each([handOverKilled].filter(isPossible))('[HO210] $name: every promise is kept', expectKept)
// Slow: what plays between shows begins after a pause, and instances are started.
it.each([playoutKilled].filter(isPossible))('[MM9] $name: every promise is kept', expectKept)

it.each([largeLog])('[FT13] $name: every promise is kept', expectKept)
