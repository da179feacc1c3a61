import { readFileSync } from 'node:fs'

/** Of a run of everything on two cores: on a quick machine, and on one that may be a third as fast, as in CI. */
const BUDGET_MIN = { quick: 20, slow: 80 }
/** With more than this taken by others, the clock says more about them. */
const MOST_OTHERS = 0.1
const MS_PER_MIN = 60_000

/** `others` is the share of the whole processor that programs outside of the run used; null where it is not known. */
export type Spent = { wallMs: number; others: number | null }

/** Whether the machine was its own: otherwise no clock says anything about this tree. */
export function isFair({ others }: Spent): boolean {
  return others === null || others <= MOST_OTHERS
}

/** Whether the run was quick enough, and the line that says so. */
export function judgeTime(time: Spent, isSlow: boolean): { isKept: boolean; line: string } {
  const { wallMs, others } = time
  const most = isSlow ? BUDGET_MIN.slow : BUDGET_MIN.quick
  const spent = `${(wallMs / MS_PER_MIN).toFixed(1)} of ${most} min`
  if (wallMs <= most * MS_PER_MIN) return { isKept: true, line: `TIME ${spent}` }
  if (isFair(time)) return { isKept: false, line: `TIME ${spent}: too long` }
  const share = `${Math.round((others ?? 0) * 100)} % of the processor`
  return { isKept: true, line: `TIME ${spent}: not judged, other programs used ${share}` }
}

/** Milliseconds of processor time that this machine has used for anything since it started, null without /proc. */
export function machineCpuMs(): number | null {
  try {
    return parseMachineCpu(readFileSync('/proc/stat', 'utf8'))
  } catch {
    return null
  }
}

/** proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal, in hundredths of a second. */
export function parseMachineCpu(text: string): number {
  const [, line = ''] = /^cpu +(.*)$/m.exec(text) ?? []
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line.split(' ').map(Number)
  return (user + nice + system + irq + softirq) * 10
}
