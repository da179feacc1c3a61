/** Runs `work`, one run at a time, and once more when it was asked for meanwhile. Neither of its functions rejects. */
type Rerun = {
  (): Promise<void>
  /** Resolves when nothing runs. */
  settled(): Promise<void>
}

/** Returns what runs `work` as it is asked for. */
export function createRerun(work: () => Promise<void>, onError: (error: unknown) => void): Rerun {
  let running: Promise<void> | null = null
  let isAskedAgain = false

  async function workOff(): Promise<void> {
    do {
      isAskedAgain = false
      await work()
    } while (isAskedAgain)
  }

  function rerun(): Promise<void> {
    isAskedAgain = true
    running ??= workOff()
      .catch(onError)
      .finally(() => {
        running = null
      })
    return running
  }

  return Object.assign(rerun, { settled: async () => (await running) ?? undefined })
}
