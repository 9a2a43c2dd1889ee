/** The texts of "Resources" in English. */

export const resources = {
  title: "Resources",
  one: "Resource",
  new: "New resource",
  change: "Change the resource",
  placesOf: "{quantity} × {each} = {all} places",
  usedBy: "Used by",
  ofWeek: "Used in 7 days",
  ofMonth: "Used in 30 days",
  peak: "Next peak",
  quantity: "How many there are",
  each: "Places of each",
  fits: "All that is booked in the next 12 months fits.",
  beyond: "Would not fit: {time}, where {taken} places are taken and there would be {places}.",
  taken: "Taken, of {places} places",
  free: "Nothing is taken on this day.",
  expanded: "Added for a booking",
};
