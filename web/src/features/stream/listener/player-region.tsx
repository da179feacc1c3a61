import type { ComponentProps } from 'react'
import { usePlayer } from './player-provider.tsx'

/** The region "Player". It carries the player's measured facts as data attributes, for tests and curious people. */
export function PlayerRegion(props: ComponentProps<'section'>) {
  const { state, engine, facts, lastReason } = usePlayer()
  return (
    <section
      aria-label="Player"
      data-state={state.name}
      data-engine={engine ?? undefined}
      data-delay-ms={facts?.delayMs}
      data-underruns={facts?.underruns}
      data-start-ms={facts?.startMs}
      data-last-failure={lastReason ?? undefined}
      {...props}
    />
  )
}
