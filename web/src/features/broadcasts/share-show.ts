import { toast } from '../../ui/toast.ts'

/** Hands on the address of a show: by the system's own sheet where there is one, else as a copied link. */
export async function shareShow({ id, title }: { id: number; title: string }): Promise<void> {
  const url = `${location.origin}/broadcast/${id}`
  try {
    if (navigator.share) return await navigator.share({ title, url })
    await navigator.clipboard.writeText(url)
    toast('Link copied', { tone: 'success' })
  } catch (error) {
    // Anyone who closes the sheet has not failed.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast(`Could not copy the link: ${url}`, { tone: 'danger' })
  }
}
