import { Ear, EarOff } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'

type ListenButtonProps = { path: string; label: string; onProblem(problem: string | null): void }

/** Plays what goes out, here; the studio's own microphone hears it without headphones. */
export function ListenButton({ path, label, onProblem }: ListenButtonProps) {
  const player = useRef<HTMLAudioElement | null>(null)
  const [isListening, setIsListening] = useState(false)
  useEffect(() => () => silence(player), [])
  const listen = async () => {
    const audio = new Audio(`${path}?t=${Date.now()}`)
    player.current = audio
    setIsListening(true)
    onProblem(null)
    await audio.play().catch(() => {
      if (player.current !== audio) return
      setIsListening(false)
      onProblem('It cannot be played yet. Try again in a moment.')
    })
  }
  const leave = () => {
    silence(player)
    setIsListening(false)
  }
  const Icon = isListening ? EarOff : Ear
  return (
    <Button
      icon={<Icon aria-hidden="true" className="size-5" />}
      onClick={isListening ? leave : () => void listen()}
    >
      {isListening ? 'Stop listening' : label}
    </Button>
  )
}

/** Without its address the player lets go of the connection. */
function silence(player: RefObject<HTMLAudioElement | null>): void {
  player.current?.removeAttribute('src')
  player.current?.load()
  player.current = null
}
