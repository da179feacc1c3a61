import { readSegment } from '@carillon/media/fixtures/boxes'
import { sameBytes } from '@carillon/media/fixtures/webm'
import { beforeEach, describe, expect, it } from 'vitest'
import { clock, FIRST, namesIn, open, packetsFor, play, resetClock, takeAllFrom } from './testing.ts'
import { KEPT_SEGMENTS } from './timeline.ts'

beforeEach(resetClock)

describe('several instances', () => {
  /** Two instances: the second follows, and gets the same packets a little later. */
  function openTwo() {
    const [leading, following] = [open().hls, open().hls]
    const leader = leading.open()
    clock.nowMs += 1
    const follower = following.open()
    follower.follow()
    const takeAll = (from = leader) =>
      takeAllFrom({ hls: leading, timeline: from }, { hls: following, timeline: follower })
    /** Fetches what is missing of shows; gives the number of segments. */
    const fillAll = async () => {
      let count = 0
      for (let number = following.shows.missing; number !== null; number = following.shows.missing) {
        const missing = number
        await expect.poll(() => leading.shows.segment(missing)).not.toBeNull()
        await following.shows.fill((await leading.shows.segment(missing)) ?? expect.fail(`${missing}`))
        count += 1
      }
      return count
    }
    return { leading, following, leader, follower, takeAll, fillAll }
  }

  it('[HL23] who follows has the segments of who leads as they are, in the same playlists', () => {
    const { leading, following, leader, follower, takeAll } = openTwo()
    leading.beginShow(7)
    following.beginShow(7)
    const packets = packetsFor(34)
    play(leader, packets.slice(0, 1_450))
    play(follower, packets)
    expect(following.livePlaylist()).toBeNull()
    takeAll()
    leading.endShow(7)
    play(leader, packets.slice(1_450))
    takeAll()
    expect(following.livePlaylist()).toBe(leading.livePlaylist())
    expect(following.showPlaylist(7)).toBe(leading.showPlaylist(7))
    expect(namesIn(following.showPlaylist(7))).toHaveLength(8)
    const { epoch, number } = leader.listed[3] ?? expect.fail('too few')
    expect(following.kept(epoch, number)).toEqual(leading.kept(epoch, number))
    expect(following.hasEpoch(epoch)).toBe(true)
    leader.close()
    takeAll()
    following.endTaken(follower)
    expect(following.livePlaylist()).toBe(leading.livePlaylist())
    expect(following.livePlaylist()).toContain('#EXT-X-ENDLIST')
  })

  it('[HL23] who led for a moment takes the segments of who leads from then on, and no more of its own', () => {
    const { leading, following, leader, follower, takeAll } = openTwo()
    follower.lead()
    following.beginShow(7)
    play(follower, packetsFor(9))
    follower.follow()
    clock.nowMs += 4_000
    const later = leading.open()
    leading.beginShow(7)
    play(later, packetsFor(9))
    expect(leading.timeline(follower.run)).toBe(later)
    takeAll(later)
    expect(leader.isEnded).toBe(true)
    expect(namesIn(following.livePlaylist())).toHaveLength(2)
    expect(following.livePlaylist()).toBe(leading.livePlaylist())
    expect(following.showPlaylist(7)).toBe(leading.showPlaylist(7))
  })

  it('[HL24] who leads from now on cuts on from the packet after the last segment that it has, with the next number', () => {
    const { leading, following, leader, follower, takeAll } = openTwo()
    leading.beginShow(7)
    const packets = packetsFor(31, 60)
    play(leader, packets.slice(0, 300), 60)
    play(follower, packets.slice(0, 320), 60)
    takeAll()
    const last = follower.listed.at(-1) ?? expect.fail('none')
    follower.lead()
    play(follower, packets.slice(320), 60)
    follower.close()
    expect(follower.listed.map(({ number }) => number)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((at) => FIRST + at),
    )
    expect(new Set(follower.listed.map(({ epoch }) => epoch))).toEqual(new Set([last.epoch, follower.epoch]))
    expect(follower.epoch).toBeGreaterThan(last.epoch)
    const read = follower.listed.map(({ bytes }) => readSegment(bytes))
    const cut = read.flatMap((segment) => segment.packets)
    expect(sameBytes(cut, packets)).toBe(true)
    for (const [at, { startInSamples }] of read.entries())
      expect(startInSamples).toBe(read.slice(0, at).flatMap(({ packets }) => packets).length * 2_880)
    expect(following.livePlaylist()).not.toContain('DISCONTINUITY')
    expect(namesIn(following.showPlaylist(7))).toHaveLength(8)
  })

  it('[HL24] who has but just come and the newest segment alone cuts on from there when it leads', () => {
    const { leading, following, leader, follower } = openTwo()
    const packets = packetsFor(34)
    play(leader, packets.slice(0, 1_450))
    following.take(follower, leading.handOut(leader, null) ?? expect.fail('none'))
    expect([following.livePlaylist(), following.isLiveComing]).toEqual([null, true])
    // It gets the sound from a second after the end of that on.
    play(follower, packets.slice(1_450, 1_500))
    follower.lead()
    play(follower, packets.slice(1_500))
    expect(follower.listed.map(({ number }) => number)).toEqual([FIRST + 6, FIRST + 7])
    const [newest, next] = follower.listed.map(({ bytes }) => readSegment(bytes))
    expect(newest?.packets).toEqual(packets.slice(1_200, 1_400))
    expect(next?.startInSamples).toBe(28 * 48_000)
    expect(next?.packets[0]).toEqual(packets[1_450])
  })

  it('[HL37] a segment is listed when each instance that follows has it, or after two seconds', () => {
    const { leading, leader } = openTwo()
    const listed = () => namesIn(leading.livePlaylist()).length
    play(leader, packetsFor(8))
    expect(listed()).toBe(2)
    leader.noteFollower('near', FIRST + 1)
    leader.noteFollower('far', FIRST + 1)
    play(leader, packetsFor(4.5))
    expect(listed()).toBe(2)
    leader.noteFollower('near', FIRST + 2)
    expect(listed()).toBe(2)
    leader.noteFollower('far', FIRST + 2)
    expect(listed()).toBe(3)
    play(leader, packetsFor(4.5))
    expect([listed(), leader.last?.number]).toEqual([3, FIRST + 3])
    expect(leading.kept(leader.epoch, FIRST + 3)).toBeDefined()
    play(leader, packetsFor(1.5))
    expect(listed()).toBe(4)
    // Neither has asked for so long that they are gone.
    play(leader, packetsFor(6))
    expect(listed()).toBe(6)
  })

  it('[HL37] who leads no more forgets what it has not listed: whoever leads now cuts it', () => {
    const { leading, leader } = openTwo()
    play(leader, packetsFor(8))
    leader.noteFollower('other', FIRST + 1)
    play(leader, packetsFor(4.5))
    leader.follow()
    expect([leader.last?.number, leader.nextNumber]).toEqual([FIRST + 1, FIRST + 2])
    expect(namesIn(leading.livePlaylist())).toHaveLength(2)
  })

  it('[HL24] a lead that is given away and taken back loses nothing', () => {
    const { hls } = open()
    const timeline = hls.open()
    const packets = packetsFor(22)
    play(timeline, packets.slice(0, 500))
    timeline.follow()
    play(timeline, packets.slice(500, 520))
    timeline.lead()
    play(timeline, packets.slice(520))
    timeline.close()
    const cut = timeline.listed.flatMap(({ bytes }) => readSegment(bytes).packets)
    expect(sameBytes(cut, packets)).toBe(true)
  })

  it('[HL25] an instance that comes later has the last minute at once, and the show when it has fetched the rest', async () => {
    const { leading, following, leader, follower, takeAll, fillAll } = openTwo()
    leading.beginShow(7)
    play(leader, packetsFor(300))
    expect([following.isLiveComing, following.isShowComing(7)]).toEqual([true, true])
    takeAll()
    expect(following.livePlaylist()).toBe(leading.livePlaylist())
    expect([namesIn(following.livePlaylist()).length, following.showPlaylist(7)]).toEqual([15, null])
    expect([following.isLiveComing, following.isShowComing(7), following.isShowComing(8)]).toEqual([
      false,
      true,
      false,
    ])
    expect(await fillAll()).toBe(60)
    expect(following.showPlaylist(7)).toBe(leading.showPlaylist(7))
    expect(following.isShowComing(7)).toBe(false)
    for (const at of [0, 40, 74])
      expect(await following.shows.read(leader.epoch, FIRST + at)).toEqual(
        await leading.shows.read(leader.epoch, FIRST + at),
      )
    // It was away for so long that what comes next is not kept any more.
    play(leader, packetsFor(4 * (KEPT_SEGMENTS + 3)))
    takeAll()
    expect(following.livePlaylist()).toBe(leading.livePlaylist())
    expect(follower.listed).toHaveLength(15)
    expect(following.showPlaylist(7)).toBeNull()
    expect(await fillAll()).toBe(KEPT_SEGMENTS + 3 - 15)
    leading.endShow(7)
    play(leader, packetsFor(8))
    takeAll()
    expect(following.showPlaylist(7)).toBe(leading.showPlaylist(7))
    expect(following.showPlaylist(7)).toContain('#EXT-X-ENDLIST')
  })
})
