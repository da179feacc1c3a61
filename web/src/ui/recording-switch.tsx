import { Switch, type SwitchProps } from './switch.tsx'

type RecordingSwitchProps = Pick<SwitchProps, 'hint' | 'aria-disabled' | 'onChange'> & { isPublic: boolean }

/** Decides who may listen to a show again; the hint is what that means, unless another one is given. */
export function RecordingSwitch({ isPublic, hint, ...rest }: RecordingSwitchProps) {
  return (
    <Switch
      {...rest}
      label="Public recording"
      hint={
        hint ??
        (isPublic ? 'Anyone can listen to the recording.' : 'Only you and staff can listen to the recording.')
      }
      checked={isPublic}
    />
  )
}
