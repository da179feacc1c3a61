import type { ComponentProps } from 'react'
import { usePlayer } from './player-context.ts'

/** The region "Player". It carries the player's measured facts as data attributes, for tests and curious people. */
export function PlayerRegion(props: ComponentProps<'section'>) {
  const { state, engine, metrics, lastReason } = usePlayer()
  return (
    <section
      aria-label="Player"
      data-state={state.name}
      data-engine={engine ?? undefined}
      data-delay-ms={metrics?.delayMs}
      data-underruns={metrics?.underruns}
      data-start-ms={metrics?.startMs}
      data-last-failure={lastReason ?? undefined}
      {...props}
    />
  )
}
