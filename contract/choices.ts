/** The slug of a choice: a point at which deployments can differ. */
export type ChoiceId = string
