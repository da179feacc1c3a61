import { Circle, Play, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { useDj, useSound } from '../dj-context.tsx'

type Phase = 'idle' | 'recording' | 'recorded' | 'playing'

/** Five seconds recorded and played back: what listeners will hear, before they do. */
export function RecordTestRow() {
  const { phase, record, play, stop } = useRecordTest()
  const { input } = useSound()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="outline"
        size="sm"
        icon={<Circle aria-hidden="true" className="size-4 fill-live text-live" />}
        busy={phase === 'recording'}
        aria-disabled={input.state !== 'open'}
        onClick={record}
      >
        {phase === 'recording' ? 'Recording 5 s…' : 'Record a test'}
      </Button>
      {(phase === 'recorded' || phase === 'playing') && (
        <Button
          variant="outline"
          size="sm"
          icon={phase === 'playing' ? <Square className="size-4" /> : <Play className="size-4" />}
          onClick={phase === 'playing' ? stop : play}
        >
          {phase === 'playing' ? 'Stop' : 'Play it back'}
        </Button>
      )}
    </div>
  )
}

function useRecordTest() {
  const engine = useDj()
  const [phase, setPhase] = useState<Phase>('idle')
  const [take] = useState(createTake)
  const leaving = useRef(new AbortController())

  useEffect(() => {
    const left = new AbortController()
    leaving.current = left
    return () => {
      left.abort()
      take.drop()
    }
  }, [take])

  return {
    phase,
    async record() {
      const { signal } = leaving.current
      take.drop()
      setPhase('recording')
      try {
        const sound = await engine.recordTest(signal)
        if (signal.aborted) return
        take.keep(sound, () => setPhase('recorded'))
        setPhase('recorded')
      } catch (cause) {
        console.error('The test could not be recorded', cause)
        setPhase('idle')
      }
    },
    play() {
      setPhase('playing')
      take.play()
    },
    stop() {
      setPhase('recorded')
      take.stop()
    },
  }
}

/** The recorded sound and its player; `drop` gives the memory back. */
function createTake() {
  let player: HTMLAudioElement | null = null
  const take = {
    keep(sound: Blob, onEnded: () => void) {
      player = new Audio(URL.createObjectURL(sound))
      player.onended = onEnded
    },
    play() {
      void player?.play().catch((cause: unknown) => console.error('The test could not be played', cause))
    },
    stop() {
      player?.pause()
      if (player) player.currentTime = 0
    },
    drop() {
      take.stop()
      if (player) URL.revokeObjectURL(player.src)
      player = null
    },
  }
  return take
}
