import { FormFrame, type FormFrameProps } from './form-frame'
import { SaveProblem } from './save-problem'

export interface VersionedFormProps extends Omit<FormFrameProps, 'busy' | 'submit' | 'problem'> {
  /** From useVersionedForm. */
  editing: {
    busy: boolean
    submit: () => void
    problem: unknown
    loadOther: () => Promise<void>
    saveMine: () => void
  }
  /** What is saved, in words: "your plan", "this contact". */
  what: string
}

/** A form that is saved over the version that it was filled with. */
export function VersionedForm({ editing, what, ...frame }: VersionedFormProps) {
  const { busy, submit, problem, loadOther, saveMine } = editing
  return (
    <FormFrame
      {...frame}
      busy={busy}
      submit={submit}
      problem={
        <SaveProblem
          what={what}
          problem={problem}
          saving={busy}
          onLoadOther={loadOther}
          onSaveMine={saveMine}
        />
      }
    />
  )
}
