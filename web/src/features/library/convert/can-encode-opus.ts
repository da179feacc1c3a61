import { OPUS_BITRATE, OPUS_SAMPLE_RATE } from '@carillon/contract/library/conversion'

/** Whether this browser makes Opus as the library has it; page and worker have the same encoders. */
export async function canEncodeOpus(): Promise<boolean> {
  if (!('AudioEncoder' in globalThis)) return false
  const { supported } = await AudioEncoder.isConfigSupported({
    codec: 'opus',
    numberOfChannels: 2,
    sampleRate: OPUS_SAMPLE_RATE,
    bitrate: OPUS_BITRATE,
  })
  return supported === true
}
