/** The texts of "Resources" in English. */

export const resources = {
  one: "Resource",
  placesOf: "{quantity} × {each} = {all} places",
  usedBy: "Used by",
  preparing: "preparation",
  turnaround: "turnaround",
  ofWeek: "Used in 7 days",
  ofMonth: "Used in 30 days",
  peak: "Next peak",
  quantity: "How many there are",
  each: "Places of each",
  fits: "All that is booked in the next 12 months fits.",
  taken: "Taken, of {places} places",
  free: "Nothing is taken on this day.",
  expanded: "Added for a booking",
};
