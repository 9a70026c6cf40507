import { FormFrame, type FormFrameProps } from './form-frame'
import { SaveProblem, type SaveProblemProps } from './save-problem'

export interface VersionedFormProps
  extends Omit<FormFrameProps, 'busy' | 'submit' | 'problem'>,
    Pick<SaveProblemProps, 'what'> {
  editing: SaveProblemProps['editing'] & Pick<FormFrameProps, 'submit'>
}

/** A form that is saved over the version that it was filled with. */
export function VersionedForm({ editing, what, ...frame }: VersionedFormProps) {
  const { busy, submit } = editing
  return (
    <FormFrame
      {...frame}
      busy={busy}
      submit={submit}
      problem={<SaveProblem what={what} editing={editing} />}
    />
  )
}
