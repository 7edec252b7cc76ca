import Kettles

print("\(Kettle.schema.initialState)")
