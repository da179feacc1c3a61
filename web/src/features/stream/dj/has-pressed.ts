/** Whether somebody has clicked or typed in this page since it was loaded; taken to be so where the browser does not say. */
export function hasPressed(): boolean {
  const activation: UserActivation | undefined = navigator.userActivation
  return activation?.hasBeenActive ?? true
}
