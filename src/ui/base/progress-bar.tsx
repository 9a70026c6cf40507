export interface ProgressBarProps {
  value: number
  max: number
  /** In words, always visible: "Step 2 of 4", "Uploading: 40%". */
  label: string
}

/** Shows progress in words and as a bar. */
export function ProgressBar({ value, max, label }: ProgressBarProps) {
  const share = Math.min(1, Math.max(0, value / max))
  return (
    <div className="max-w-form">
      <p className="mb-2 font-semibold">{label}</p>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuetext={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        className="h-2.5 overflow-hidden rounded-full border border-edge bg-well print:hidden"
      >
        <div className="h-full rounded-full bg-forest" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
