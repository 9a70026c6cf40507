/** "Loading..." at the top of the screen, for what takes a while. Stand it in a live region where it should be announced. */
export function LoadingNote() {
  return (
    <p className="placeholder-bar fixed inset-x-0 top-0 z-50 mx-auto w-fit rounded-t-none bg-forest px-4 py-1 text-small text-on-forest print:hidden">
      Loading...
    </p>
  )
}
