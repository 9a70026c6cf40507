import { FormFrame, type FormFrameProps } from './form-frame'
import { SaveProblem, type SaveProblemProps } from './save-problem'

export interface VersionedFormProps
  extends Omit<FormFrameProps, 'busy' | 'submit' | 'problem'>,
    Pick<SaveProblemProps, 'what'> {
  editing: SaveProblemProps['editing'] & Pick<FormFrameProps, 'submit'> & { isDirty: boolean }
}

/**
 * A form that is saved over the version that it was filled with. On a page, where it is always there, its button waits
 * for a change; in a dialog, which is opened to save something, it does not.
 */
export function VersionedForm({ editing, what, ...frame }: VersionedFormProps) {
  const { busy, submit, isDirty } = editing
  return (
    <FormFrame
      disabled={frame.onCancel === undefined && !isDirty && !busy}
      {...frame}
      busy={busy}
      submit={submit}
      problem={<SaveProblem what={what} editing={editing} />}
    />
  )
}
