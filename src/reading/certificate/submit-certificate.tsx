import { useCertificateSubmission } from '@/data/memorial/certificate-submission'
import { CertificateForm, type CertificateFormProps } from './certificate-form'

interface Props extends Omit<CertificateFormProps, 'submission'> {
  ownerId: string
}

/** The form that submits a certificate for an owner. */
export function SubmitCertificate({ ownerId, ...words }: Props) {
  return <CertificateForm submission={useCertificateSubmission(ownerId)} {...words} />
}
