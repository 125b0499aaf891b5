/** Whether a user sees a record that may be personal. */
export function isVisible(
  record: { readonly user_id: string; readonly visibility: string },
  user: string,
): boolean {
  return record.visibility !== 'personal' || record.user_id === user
}
