/** Two sheets: what it stands beside can be copied. */
export const CopySign = () => (
  <svg class="sign" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
    <rect x="2" y="2" width="8.5" height="8.5" rx="1.5" />
    <path d="M13 5.5v6a1.5 1.5 0 0 1-1.5 1.5h-6" />
  </svg>
)
