import { useState } from 'react'
import { characterCount } from '@/lib/characters'
import { Button } from '@/ui/base/button'
import { TextArea, TextField } from '@/ui/forms/field'

interface Props {
  label: string
  hint: string
  /** In characters. */
  limit: number
  /** One line instead of several. */
  oneLine?: boolean
  missing: string
  saveLabel: string
  onSave: (text: string) => void
  onCancel: () => void
}

/** A text to write down. It is kept on this device at once, so there is nothing to wait for. */
export function WriteForm({ limit, oneLine, missing, saveLabel, onSave, onCancel, ...words }: Props) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const save = () => {
    const trimmed = text.trim()
    if (trimmed === '') return setError(missing)
    if (characterCount(trimmed) > limit) return setError(`Please keep this to ${limit} characters.`)
    onSave(trimmed)
  }
  const change = (value: string) => {
    setText(value)
    setError(undefined)
  }
  return (
    <form
      noValidate
      autoComplete="off"
      className="grid max-w-form gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {oneLine ? (
        <TextField {...words} error={error} value={text} onChange={({ target }) => change(target.value)} />
      ) : (
        <TextArea
          {...words}
          rows={3}
          limit={limit}
          error={error}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary">
          {saveLabel}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
