import { TextField } from './field'

export interface SearchFieldProps {
  /** Always visible: "Search contacts". */
  label: string
  hint?: string | undefined
  value: string
  onChange: (value: string) => void
  /** The result, in words: "12 of 2,000 contacts". Read out as it changes. */
  found: string
  /** What Enter does. */
  onEnter?: (() => void) | undefined
}

/** Searches a list while the person types. Escape empties the field. */
export function SearchField({ label, hint, value, onChange, found, onEnter }: SearchFieldProps) {
  return (
    <div className="mb-5 block print:hidden">
      <TextField
        label={label}
        hint={hint}
        type="search"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && onEnter) {
            event.preventDefault()
            onEnter()
          }
          if (event.key !== 'Escape' || value === '') return
          event.preventDefault()
          onChange('')
        }}
      />
      <p role="status" className="mt-1.5 min-h-7 text-ink-soft">
        {found}
      </p>
    </div>
  )
}
