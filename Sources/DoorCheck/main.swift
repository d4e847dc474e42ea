print("doorcheck")
